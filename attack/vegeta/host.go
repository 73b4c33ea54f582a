package vegeta

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// errClosed is for requests that come after the engine was closed.
var errClosed = errors.New("the engine is closed")

// host is the connections to one origin, and who waits for one.
type host struct {
	pool            *pool
	scheme, address string

	mu      sync.Mutex
	lines   map[*line]bool // every open connection
	opening int            // connections that are being made
	roomy   []*line        // those that may have room, the one given back last at the end
	queue   []chan struct{}
	closed  bool
}

// take finds room for a request, on a connection that is there or on a new
// one; on a new one if one is wanted that was not used and may be opened. It
// waits its turn where there is none and no more may be opened.
func (h *host) take(ctx context.Context, unused bool) (*line, error) {
	h.mu.Lock()
	for woken := false; ; woken = true {
		if h.closed {
			h.mu.Unlock()
			return nil, errClosed
		}
		if (woken || len(h.queue) == 0) && !(unused && h.mayOpen()) {
			if l := h.room(); l != nil {
				h.mu.Unlock()
				return l, nil
			}
		}
		if h.mayOpen() && !h.promised() {
			h.opening++
			h.mu.Unlock()
			return h.open(ctx)
		}
		if err := h.wait(ctx, woken); err != nil {
			return nil, err
		}
	}
}

func (h *host) mayOpen() bool {
	return h.pool.most == 0 || len(h.lines)+h.opening < h.pool.most
}

// promised says whether the shared connections that are being made will have
// room for one more of those that wait.
func (h *host) promised() bool {
	return h.pool.many && len(h.queue) < h.opening*(spread-1)
}

// room takes a place on an open connection.
func (h *host) room() *line {
	if h.pool.many {
		return h.streams()
	}
	for len(h.roomy) > 0 {
		last := len(h.roomy) - 1
		l := h.roomy[last]
		h.roomy = h.roomy[:last]
		if h.fresh(l) && l.conn.Reserve() == nil {
			l.busy++
			return l
		}
		h.hangUp(l)
	}
	return nil
}

// spread is how many requests a shared connection carries before another is
// opened where that may be: a connection is often served by one thread, whose
// limit is not the service's.
const spread = 10

// streams is room on the shared connection that carries the least.
func (h *host) streams() *line {
	h.roomy = slices.DeleteFunc(h.roomy, func(l *line) bool {
		if h.fresh(l) {
			return false
		}
		h.hangUp(l)
		return true
	})
	var best *line
	for _, l := range h.roomy {
		if best == nil || l.busy < best.busy {
			best = l
		}
	}
	if best == nil || best.busy >= spread && h.mayOpen() || best.busy >= best.streams() {
		return nil
	}
	best.busy++
	return best
}

// fresh says whether a connection may be used again.
func (h *host) fresh(l *line) bool {
	if l.conn.Err() != nil || l.wire != nil && l.wire.Moved() {
		return false
	}
	return l.busy > 0 || time.Since(l.since) <= h.pool.idle
}

// hangUp forgets a connection and closes it once it carries nothing.
func (h *host) hangUp(l *line) {
	delete(h.lines, l)
	if l.busy == 0 {
		_ = l.conn.Close() // the service may have closed it first
	}
}

// open makes a connection and takes the first place on it.
func (h *host) open(ctx context.Context) (*line, error) {
	l, err := h.pool.open(ctx, h.scheme, h.address)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opening--
	if err == nil && h.closed {
		_ = l.conn.Close()
		err = errClosed
	}
	if err == nil && !h.pool.many {
		err = l.conn.Reserve()
	}
	if err != nil {
		h.wake(len(h.queue)) // the others may try themselves
		return nil, err
	}
	l.busy++
	h.lines[l] = true
	if h.pool.many {
		h.roomy = append(h.roomy, l)
		h.wake(spread - 1)
	}
	return l, nil
}

// give ends a request's use of a connection.
func (h *host) give(l *line) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l.busy--
	l.since = time.Now()
	switch {
	case !h.lines[l]:
		h.hangUp(l)
	case !l.usable():
		h.roomy = slices.DeleteFunc(h.roomy, func(other *line) bool { return other == l })
		h.hangUp(l)
	case !h.pool.many:
		h.roomy = append(h.roomy, l)
	}
	h.wake(1)
}

func (h *host) slots() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.lines {
		n = max(n, l.streams())
	}
	return n * h.pool.most
}

func (h *host) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for l := range h.lines {
		_ = l.conn.Close()
	}
	h.wake(len(h.queue))
}
