// Package poll waits for many connections at once and moves their bytes
// without blocking: the few system calls of the fast engine's event loop.
//
// Connections are watched edge-triggered: an event tells that something has
// changed, and the caller reads until nothing is left. The calls that never
// block go straight to the kernel; only Wait tells Go's scheduler that the
// thread may be away. It needs Linux (epoll); elsewhere New fails.
package poll
