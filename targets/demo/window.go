package demo

import (
	"cmp"
	"maps"
	"net/netip"
	"sync"
	"time"
)

// The article's limit.
const (
	defaultLimit  = 300
	defaultWindow = time.Minute
)

// mostClients bounds the memory that addresses can take.
const mostClients = 100_000

// windows counts requests in fixed windows, one for each client. A client's
// window begins with its first request.
type windows struct {
	limit  int
	length time.Duration

	mu      sync.Mutex
	clients map[netip.Addr]window
	tidied  time.Time // when forget last went through them
}

type window struct {
	ends  time.Time
	count int
}

func newWindows(limit int, length time.Duration) *windows {
	return &windows{
		limit: cmp.Or(limit, defaultLimit), length: cmp.Or(length, defaultWindow),
		clients: map[netip.Addr]window{},
	}
}

// take counts a request at now. Beyond the limit it is not ok, and wait is the
// time until the client's window ends.
func (w *windows) take(client netip.Addr, now time.Time) (ok bool, wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	own, known := w.clients[client]
	if !known && len(w.clients) >= mostClients && !w.forget(now) {
		client = netip.Addr{} // strangers share one budget until there is room
		own = w.clients[client]
	}
	if !now.Before(own.ends) {
		own = window{ends: now.Add(w.length)}
	}
	own.count++
	w.clients[client] = own
	return own.count <= w.limit, own.ends.Sub(now)
}

// forget drops the windows that have ended, at most once a second; false where
// that made no room.
func (w *windows) forget(now time.Time) bool {
	if now.Sub(w.tidied) < time.Second {
		return false
	}
	w.tidied = now
	maps.DeleteFunc(w.clients, func(_ netip.Addr, one window) bool { return !now.Before(one.ends) })
	return len(w.clients) < mostClients
}
