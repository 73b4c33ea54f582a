package enginetest

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// site is an HTTP server that is shut down before goroutines are looked for.
type site struct {
	*httptest.Server
	mu       sync.Mutex
	active   int
	most     int
	arrivals []time.Time
}

// serve starts a server that counts what it is asked.
func serve(t *testing.T, handle http.HandlerFunc) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.enter()
		defer s.leave()
		handle(w, r)
	}))
	return s
}

func (s *site) enter() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.active++
	s.most = max(s.most, s.active)
	s.arrivals = append(s.arrivals, time.Now())
}

func (s *site) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.active--
}

func (s *site) asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.arrivals)
}

// whenAsked calls then once the server has been asked n times. The result
// waits for that.
func (s *site) whenAsked(n int, then func()) (wait func()) {
	var asking sync.WaitGroup
	asking.Go(func() {
		for s.asked() < n {
			time.Sleep(time.Millisecond)
		}
		then()
	})
	return asking.Wait
}

// peak is how many requests were there at once.
func (s *site) peak() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

// gate holds requests back until it is opened.
type gate struct {
	once sync.Once
	open chan struct{}
}

func newGate() *gate { return &gate{open: make(chan struct{})} }

func (g *gate) release() { g.once.Do(func() { close(g.open) }) }

// wait ends with the gate or with the request.
func (g *gate) wait(r *http.Request) {
	select {
	case <-g.open:
	case <-r.Context().Done():
	}
}

// barrier lets requests through in groups of n: it can only be passed by a
// client that has n in flight.
type barrier struct {
	n     int
	mu    sync.Mutex
	there int
	next  chan struct{}
}

func newBarrier(n int) *barrier { return &barrier{n: n, next: make(chan struct{})} }

// wait reports whether the group came together before the deadline.
func (b *barrier) wait(deadline time.Duration) bool {
	b.mu.Lock()
	group := b.next
	if b.there++; b.there == b.n {
		b.there, b.next = 0, make(chan struct{})
		close(group)
	}
	b.mu.Unlock()
	timer := time.NewTimer(deadline)
	defer timer.Stop()
	select {
	case <-group:
		return true
	case <-timer.C:
		return false
	}
}
