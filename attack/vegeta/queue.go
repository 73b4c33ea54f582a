package vegeta

import (
	"context"
	"slices"
	"time"
)

// wait queues for room, at the front where the caller was woken in vain. The
// caller holds the lock and has it again unless there is an error.
func (h *host) wait(ctx context.Context, front bool) error {
	turn := make(chan struct{})
	at := len(h.queue)
	if front {
		at = 0
	}
	h.queue = slices.Insert(h.queue, at, turn)
	short := !h.mayOpen() // else the wait is for a connection that is being made
	h.mu.Unlock()
	began := time.Now()
	var err error
	select {
	case <-turn:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if short {
		h.pool.waits.Add(1)
		h.pool.waited.Add(int64(time.Since(began)))
	}
	h.mu.Lock()
	if err != nil {
		h.leave(turn)
		h.mu.Unlock()
	}
	return err
}

// leave gives up a place in the queue, or passes the turn on that came too late.
func (h *host) leave(turn chan struct{}) {
	at := slices.Index(h.queue, turn)
	if at < 0 {
		h.wake(1)
		return
	}
	h.queue = slices.Delete(h.queue, at, at+1)
}

// wake gives the first n in the queue their turn.
func (h *host) wake(n int) {
	n = min(n, len(h.queue))
	for _, turn := range h.queue[:n] {
		close(turn)
	}
	h.queue = slices.Delete(h.queue, 0, n)
}
