package loop

import (
	"net"
	"sync"
)

// Backlog is how many connections wait to be accepted by a Node server.
const Backlog = 511

// Gate is a listener that belongs to a loop: connections are accepted when the
// loop comes round to it, and until then wait in the kernel, which lets only
// Backlog of them. Of the others it drops the handshakes, and clients try
// again after 1, 3, 7, 15 seconds: it is here that they see TCP errors.
type Gate struct {
	net.Listener
	wake func()

	mu      sync.Mutex
	changed sync.Cond
	left    int // connections to accept until the loop comes round again
	closed  bool
}

// NewGate is the gate of a loop, which has to call Open once a turn.
func NewGate(inner net.Listener, wake func()) *Gate {
	g := &Gate{Listener: inner, wake: wake}
	g.changed.L = &g.mu
	return g
}

// Open lets in as many connections as can have been waiting.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left = Backlog + 1
	g.changed.Broadcast()
}

// Accept accepts a connection once the gate is open.
func (g *Gate) Accept() (net.Conn, error) {
	g.mu.Lock()
	if g.left == 0 && !g.closed {
		g.wake()
	}
	for g.left == 0 && !g.closed {
		g.changed.Wait()
	}
	if !g.closed {
		g.left--
	}
	g.mu.Unlock()
	return g.Listener.Accept()
}

// Close closes the listener and frees whoever waits at the gate.
func (g *Gate) Close() error {
	g.mu.Lock()
	g.closed = true
	g.changed.Broadcast()
	g.mu.Unlock()
	return g.Listener.Close()
}
