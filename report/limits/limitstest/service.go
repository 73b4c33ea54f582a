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

	mu       sync.Mutex
	inFlight int
	peak     int
	done     int
}

// NewService starts a service that spends work on each request.
func NewService(t testing.TB, work time.Duration) *Service {
	s := &Service{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != HealthPath {
			s.count(1)
			time.Sleep(work) // and not a moment less, whatever became of the client
			s.count(-1)
		}
		w.Write([]byte("ok\n"))
	}))
	t.Cleanup(server.Close)
	s.Address = strings.TrimPrefix(server.URL, "http://")
	return s
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
