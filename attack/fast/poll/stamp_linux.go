package poll

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Stamp has the kernel note when it gets what RecvStamped receives. It can do
// so for TCP, not for unix sockets.
func Stamp(fd int) { _ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TIMESTAMPNS, 1) }

// stamped is the control message in which the kernel says when.
type stamped struct {
	unix.Cmsghdr
	unix.Timespec
}

// RecvStamped is Recv and when the kernel got the last of those bytes, by the
// clock on the wall; a zero time where it does not say.
func RecvStamped(fd int, into []byte) (n int, at time.Time, err error) {
	var control stamped
	part := unix.Iovec{Base: unsafe.SliceData(into)}
	part.SetLen(len(into))
	message := unix.Msghdr{Iov: &part, Control: (*byte)(unsafe.Pointer(&control))}
	message.SetIovlen(1)
	message.SetControllen(int(unsafe.Sizeof(control)))
	for {
		read, _, errno := syscall.RawSyscall(unix.SYS_RECVMSG, uintptr(fd), uintptr(unsafe.Pointer(&message)), 0)
		switch errno {
		case 0:
			return int(read), control.at(), nil
		case unix.EINTR:
		default:
			return 0, time.Time{}, errno
		}
	}
}

func (s *stamped) at() time.Time {
	if s.Level != unix.SOL_SOCKET || s.Type != unix.SCM_TIMESTAMPNS {
		return time.Time{}
	}
	return time.Unix(s.Unix())
}
