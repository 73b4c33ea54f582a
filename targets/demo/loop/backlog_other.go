//go:build !unix

package loop

import "net"

// SetBacklog leaves the backlog as the system has it.
func SetBacklog(*net.TCPListener, int) error { return nil }
