package poll

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ErrAgain says that nothing can be read or sent now.
const ErrAgain = syscall.EAGAIN

// Connect begins to connect. An event tells when that has come to an end, and
// Failure how.
func Connect(to Address) (fd int, err error) {
	address, family, err := to.raw()
	if err != nil {
		return -1, err
	}
	fd, err = unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, os.NewSyscallError("socket", err)
	}
	if family != unix.AF_UNIX {
		_ = unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1) // a matter of speed alone
	}
	err = unix.Connect(fd, address)
	if err != nil && !errors.Is(err, unix.EINPROGRESS) && !errors.Is(err, unix.EINTR) {
		return -1, errors.Join(os.NewSyscallError("connect", err), unix.Close(fd))
	}
	return fd, nil
}

func (a Address) raw() (unix.Sockaddr, int, error) {
	if a.Path != "" {
		return &unix.SockaddrUnix{Name: a.Path}, unix.AF_UNIX, nil
	}
	ip := a.TCP.Addr().Unmap()
	if ip.Is4() {
		return &unix.SockaddrInet4{Port: int(a.TCP.Port()), Addr: ip.As4()}, unix.AF_INET, nil
	}
	v6 := &unix.SockaddrInet6{Port: int(a.TCP.Port()), Addr: ip.As16()}
	if zone := ip.Zone(); zone != "" {
		link, err := net.InterfaceByName(zone)
		if err != nil {
			return nil, 0, fmt.Errorf("zone of %s: %w", a.TCP, err)
		}
		v6.ZoneId = uint32(link.Index)
	}
	return v6, unix.AF_INET6, nil
}

// Failure is what became of connecting; nil where it succeeded.
func Failure(fd int) error {
	errno, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_ERROR)
	switch {
	case err != nil:
		return os.NewSyscallError("getsockopt", err)
	case errno != 0:
		return os.NewSyscallError("connect", syscall.Errno(errno))
	}
	return nil
}

// Recv reads what has arrived. No bytes and no error are the connection's end.
func Recv(fd int, into []byte) (int, error) {
	return move(unix.SYS_RECVFROM, fd, into, 0)
}

// Send sends as much as the kernel takes.
func Send(fd int, data []byte) (int, error) {
	return move(unix.SYS_SENDTO, fd, data, unix.MSG_NOSIGNAL)
}

// move is a recvfrom or sendto. Neither blocks, so Go's scheduler need not know.
func move(call uintptr, fd int, data []byte, flags uintptr) (int, error) {
	for {
		n, _, errno := syscall.RawSyscall6(call, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(data))), uintptr(len(data)), flags, 0, 0)
		switch errno {
		case 0:
			return int(n), nil
		case unix.EINTR:
		default:
			return 0, errno
		}
	}
}

// Close closes a connection.
func Close(fd int) error { return unix.Close(fd) }

// Conn is a net.Conn of its own on the same connection, for those who wait.
func Conn(fd int) (net.Conn, error) {
	twin, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("dup", err)
	}
	file := os.NewFile(uintptr(twin), "connection")
	conn, err := net.FileConn(file)
	return conn, errors.Join(err, file.Close())
}
