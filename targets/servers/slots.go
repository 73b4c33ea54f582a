package servers

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

// SlotsConfig describes a service of known capacity: Slots / Service requests
// per second.
type SlotsConfig struct {
	Slots   int           // requests worked on at a time; at least 1
	Service time.Duration // of each
	Refuse  bool          // refuse what finds Queue requests waiting; else all wait
	Queue   int           // with Refuse: how many may wait
}

// Service is a running service that counts what reaches it.
type Service struct {
	URL    string
	Server *httptest.Server

	config  SlotsConfig
	slots   chan struct{}
	waiting atomic.Int64
	most    atomic.Int64
	served  atomic.Int64
	refused atomic.Int64
}

// Slots starts a service of so many slots with a first-come queue before them.
// GET /healthz is always 200 and takes no slot.
func Slots(t testing.TB, config SlotsConfig) *Service {
	t.Helper()
	if config.Slots < 1 {
		t.Fatalf("a service of %d slots serves nothing", config.Slots)
	}
	s := &Service{config: config, slots: make(chan struct{}, config.Slots)}
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) {})
	mux.Handle("/", s)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Server.Close)
	s.URL = s.Server.URL
	return s
}

// ServeHTTP works on a request, as soon as a slot is free.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if waiting := s.waiting.Add(1); s.config.Refuse && waiting > int64(s.config.Slots+s.config.Queue) {
		s.waiting.Add(-1)
		s.refused.Add(1)
		refuse(w, http.StatusServiceUnavailable, "1")
		return
	}
	defer s.waiting.Add(-1)
	select {
	case s.slots <- struct{}{}: // a channel serves those who wait in order
	case <-r.Context().Done():
		return
	}
	s.work(r.Context())
	<-s.slots
}

func (s *Service) work(ctx context.Context) {
	for now, most := int64(len(s.slots)), s.most.Load(); now > most && !s.most.CompareAndSwap(most, now); most = s.most.Load() {
	}
	timer := time.NewTimer(s.config.Service)
	defer timer.Stop()
	select {
	case <-timer.C:
		s.served.Add(1)
	case <-ctx.Done():
	}
}

// Served is the number of requests that were worked on to the end.
func (s *Service) Served() int64 { return s.served.Load() }

// Refused is the number of requests that found the queue full.
func (s *Service) Refused() int64 { return s.refused.Load() }

// Most is the greatest number of requests that were worked on at a time.
func (s *Service) Most() int64 { return s.most.Load() }

// Refuses starts a service that answers everything with the status, and with
// Retry-After where that is not "".
func Refuses(t testing.TB, status int, retryAfter string) string {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, _ *http.Request) { refuse(w, status, retryAfter) })
}

func refuse(w http.ResponseWriter, status int, retryAfter string) {
	if retryAfter != "" {
		w.Header().Set("Retry-After", retryAfter)
	}
	http.Error(w, strconv.Itoa(status)+" busy", status)
}

// NotFound starts a service that has nothing: 404 for every path.
func NotFound(t testing.TB) string {
	t.Helper()
	return serve(t, http.NotFound)
}

func serve(t testing.TB, handler http.HandlerFunc) string {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}
