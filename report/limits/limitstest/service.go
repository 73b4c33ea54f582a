package limitstest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// HealthPath is the path that Service answers at once and does not count.
const HealthPath = "/healthz"

// Service is slow, goes on working when its client gives up, and counts.
type Service struct {
	Address string // host:port on loopback

	slots    chan struct{} // nil: any number is worked on at a time
	mu       sync.Mutex
	inFlight int // those that wait for a slot too
	peak     int
	done     int
}

// NewService starts a service that spends work on each request, on any number
// at a time.
func NewService(t testing.TB, work time.Duration) *Service {
	t.Helper()
	return start(t, &Service{}, work)
}

// NewSlots starts a service that works on so many requests at a time and lets
// the others wait.
func NewSlots(t testing.TB, slots int, work time.Duration) *Service {
	t.Helper()
	return start(t, &Service{slots: make(chan struct{}, slots)}, work)
}

func start(t testing.TB, s *Service, work time.Duration) *Service {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != HealthPath {
			s.work(work)
		}
		w.Write([]byte("ok\n"))
	}))
	t.Cleanup(server.Close)
	s.Address = strings.TrimPrefix(server.URL, "http://")
	return s
}

// work takes its time and not a moment less, whatever becomes of the client.
func (s *Service) work(work time.Duration) {
	s.count(1)
	defer s.count(-1)
	if s.slots != nil {
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
	}
	time.Sleep(work)
}

func (s *Service) count(change int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inFlight += change
	s.peak = max(s.peak, s.inFlight)
	if change < 0 {
		s.done++
	}
}

// Peak is the most that was in flight at once.
func (s *Service) Peak() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peak
}

// Done is how many requests were finished, for clients that waited or not.
func (s *Service) Done() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done
}

// Forget starts the peak anew.
func (s *Service) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.peak = s.inFlight
}
