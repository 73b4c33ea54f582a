// Package poll waits for many connections at once and moves their bytes
// without blocking: the few system calls of the fast engine's event loop.
//
// Connections are watched edge-triggered: an event tells that something has
// changed, and the caller reads until nothing is left. The calls go straight to
// the kernel: Go's scheduler is not told that the thread may be away, not even
// in Wait, because taking its place from it and giving it back costs several
// times what the waits themselves do. Go can interrupt a Wait at any time, and
// does when it wants the place.
//
// Who is not to be woken by every event sleeps to a pulse and has the kernel
// stamp what arrives meanwhile.
//
// It needs Linux (epoll); elsewhere New fails.
package poll
