package main

import (
	"encoding/json"
	"net"
	"slices"
	"time"
)

// The frozen service does one thing at a time, each takes 5 ms, and stands
// still from 5 s to 7 s after its first request.
const (
	freezeWork = 5 * time.Millisecond
	freezeFrom = 5 * time.Second
	freezeFor  = 2 * time.Second
)

// freeze holds a request until the moment that the frozen service would be
// done with it. The moments are computed: to let the requests take turns would
// add the changes of threads to every one that waits.
func (s *server) freeze(began time.Time) {
	s.mu.Lock()
	if s.first.IsZero() {
		s.first = began
	}
	start := max(began.Sub(s.first), s.free)
	if start > freezeFrom-freezeWork && start < freezeFrom+freezeFor {
		start = freezeFrom + freezeFor
	}
	s.free = start + freezeWork
	until := s.first.Add(s.free)
	s.mu.Unlock()
	hold(until.Sub(began), began)
}

// served is a server child with what it says at its end.
type served struct {
	child *child
	url   string
	port  int
}

func startServer() (*served, error) {
	c, address, err := start("-serve")
	if err != nil {
		return nil, err
	}
	tcp, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, err
	}
	return &served{child: c, url: "http://" + address, port: tcp.Port}, nil
}

// stop gives the stamps, ascending.
func (s *served) stop() ([]time.Duration, error) {
	said, err := s.child.stop()
	if err != nil {
		return nil, err
	}
	var stamps []time.Duration
	err = json.Unmarshal(said, &stamps)
	slices.Sort(stamps)
	return stamps, err
}
