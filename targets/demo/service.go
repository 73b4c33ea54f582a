package demo

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// Service describes one of the services, for help texts and for finding it.
type Service struct {
	Name     string
	Summary  string   // in one line
	Defences []string // what --defence takes; the first is the default
	Flags    string   // what a sweep of it needs beyond the URL; "" for most

	make func(Config) (service, error)
}

// service is a handler and what it needs beside.
type service interface {
	http.Handler
	// listen is the listener that connections are taken from.
	listen(*net.TCPListener) (net.Listener, error)
	// run works in the background until ctx is done.
	run(ctx context.Context)
	// close gives up what the service holds; it is called once, at the end.
	close() error
}

// plain is what most services need beside their handler: nothing.
type plain struct{}

func (plain) listen(listener *net.TCPListener) (net.Listener, error) { return listener, nil }
func (plain) run(context.Context)                                    {}
func (plain) close() error                                           { return nil }

// The defences, by the names that --defence takes.
const (
	None     = "none"      // none; for lines: wait for the lock
	Lag      = "lag"       // toobusy: 503 while the event loop's timer is late
	InFlight = "in-flight" // lines: 429 while a write is in progress; toobusy: 503 beyond so many requests
	Window   = "window"    // ratelimit: so many requests a window and address
)

// Services are all of them in the order of the articles' ages.
func Services() []Service {
	return []Service{
		{"lines", "appends the posted text to a file and answers its line number", []string{InFlight, None}, "-d text", newLines},
		{"ratelimit", "so many requests a minute per client address, internal callers exempt", []string{Window, None}, "", newLimiter},
		{"toobusy", "one thread, five steps of 1 ms a request: 200 requests/s", []string{None, Lag, InFlight}, "", newTooBusy},
	}
}

// Config says which service to start, and how. A zero field is its default.
type Config struct {
	Name    string // of a Service
	Addr    string // to listen on; default 127.0.0.1:0, any free port
	Defence string // one of the Service's

	File      string        // lines: where to append; default: a temporary file
	WriteTime time.Duration // lines: how long a write takes at least; default 5 ms

	Limit      int           // ratelimit: requests a window; default 300
	Window     time.Duration // ratelimit: default a minute
	Credential string        // ratelimit: what internal callers prove; default: nobody can

	InFlight int    // toobusy: requests in progress at most, with that defence; default 8
	Seed     uint64 // toobusy: of the lag check's choice of whom to refuse
}

// find is the service that the configuration names, its defence checked.
func (c *Config) find() (Service, error) {
	var names []string
	for _, s := range Services() {
		names = append(names, s.Name)
		if s.Name != c.Name {
			continue
		}
		if c.Defence == "" {
			c.Defence = s.Defences[0]
		}
		for _, d := range s.Defences {
			if d == c.Defence {
				return s, nil
			}
		}
		return s, fmt.Errorf("service %s has no defence %q: want %s", s.Name, c.Defence, strings.Join(s.Defences, " or "))
	}
	return Service{}, fmt.Errorf("no service %q: want %s", c.Name, strings.Join(names, ", "))
}
