//go:build unix

package loop

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

// SetBacklog makes the kernel keep at most n connections that nobody has
// accepted; the standard library asks for as many as the system allows.
func SetBacklog(listener *net.TCPListener, n int) error {
	raw, err := listener.SyscallConn()
	if err != nil {
		return fmt.Errorf("set backlog: %w", err)
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = syscall.Listen(int(fd), n) })
	if err := errors.Join(err, failed); err != nil {
		return fmt.Errorf("set backlog: %w", err)
	}
	return nil
}
