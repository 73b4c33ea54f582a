package poll

import (
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Pulse begins to beat, for Beat to wait for; 0 ends that.
func (p *Poller) Pulse(every time.Duration) error {
	beat := unix.NsecToTimespec(int64(every))
	return os.NewSyscallError("timerfd_settime", unix.TimerfdSettime(p.pulse, 0, &unix.ItimerSpec{Interval: beat, Value: beat}, nil))
}

// Beat waits for the next beat of the pulse, whatever happens to the
// connections until then. It may return early.
func (p *Poller) Beat() error {
	var beats [8]byte
	_, _, errno := syscall.RawSyscall(unix.SYS_READ, uintptr(p.pulse), uintptr(unsafe.Pointer(&beats)), unsafe.Sizeof(beats))
	if errno != 0 && errno != unix.EINTR { // by Go, which wants the goroutine to give way
		return os.NewSyscallError("read timerfd", errno)
	}
	return nil
}
