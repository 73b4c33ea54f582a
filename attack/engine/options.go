package engine

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"time"

	"loadline/attack/pace"
	"loadline/attack/record/tally"
	"loadline/targets"
)

// Late is what becomes of an arrival whose time has passed.
type Late string

// A late arrival is sent with its lag counted, or dropped and counted.
const (
	SendLate Late = "send"
	DropLate Late = "drop"
)

// Caps on what is read of an answer: beyond them it is Oversized. Bodies are
// read and thrown away as they come, so that the cap costs no memory.
const (
	MaxHeader = 256 << 10
	MaxBody   = 1 << 30
)

// UserAgent is sent where the request has none of its own.
const UserAgent = "loadline"

// MaxIdle is how long an unused connection is trusted. Servers close idle ones
// after 2 s (gunicorn), 5 s (Node, Apache) or more, and a request that meets
// the closing fails through nobody's fault.
const MaxIdle = 1500 * time.Millisecond

// Grace is how long requests in flight may go on once a run is stopped.
const Grace = time.Second

// Options are how requests travel and how answers are judged. An engine that
// cannot honour one refuses it when it is made.
type Options struct {
	Timeout     time.Duration // of one request, from its actual start; 0: 10 s
	MaxInFlight int           // in the open model; an arrival beyond it is late; 0: 1000
	Late        Late          // "": SendLate
	OK          Statuses      // which answers are successes; none: 200-399

	KeepAlive   bool
	Connections int  // to one host at most; 0: as many as the load needs
	HTTP2       bool // over TLS
	H2C         bool // HTTP/2 in the clear
	TLS         *tls.Config
	UnixSocket  string            // path; "" for TCP
	ConnectTo   map[string]string // "host:port" of a URL → "host:port" to dial
	DNSTTL      time.Duration     // how long addresses are kept; 0: for ever
	Proxy       *url.URL
	Redirects   int  // followed at most; 0: none
	AnyOrigin   bool // redirects may leave the origin
	Resolver    Resolver

	Observer Observer     // sees every request that ends; nil: nobody does
	Sleeper  pace.Sleeper // how the dispatcher waits; nil: precisely
}

// Observer is told of every request that has ended, warm-up included, by
// several goroutines at once. It must not keep the pointers.
type Observer func(seen *Seen)

// Seen is a request that has ended, with what the tally has no use for.
type Seen struct {
	tally.Request
	Start             time.Time // of the load; the request's times count from it
	Target            *targets.Request
	BytesIn, BytesOut int64 // of bodies
}

// Filled is the options with their defaults, or what is wrong with them.
func (o Options) Filled() (Options, error) {
	o.Timeout = cmp.Or(o.Timeout, 10*time.Second)
	o.MaxInFlight = cmp.Or(o.MaxInFlight, 1000)
	o.Late = cmp.Or(o.Late, SendLate)
	if len(o.OK) == 0 {
		o.OK = Statuses{{200, 399}}
	}
	return o, o.check()
}

func (o *Options) check() error {
	var errs []error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	refuse(o.Timeout < 0, "timeout %v: must be above 0", o.Timeout)
	refuse(o.MaxInFlight < 0, "max in flight %d: must be at least 1", o.MaxInFlight)
	refuse(o.Connections < 0, "connections %d: must not be negative", o.Connections)
	refuse(o.Redirects < 0, "redirects %d: must not be negative", o.Redirects)
	refuse(o.DNSTTL < 0, "DNS time to live %v: must not be negative", o.DNSTTL)
	refuse(o.Late != SendLate && o.Late != DropLate, "late %q: want %q or %q", o.Late, SendLate, DropLate)
	refuse(o.HTTP2 && o.H2C, "HTTP/2 is either over TLS (--http2) or in the clear (--h2c), not both")
	refuse((o.HTTP2 || o.H2C) && !o.KeepAlive, "HTTP/2 has no connection per request: --keepalive=false does not go with it")
	refuse(o.UnixSocket != "" && o.Proxy != nil, "a unix socket and a proxy exclude each other")
	return errors.Join(errs...)
}

// Statuses are the status codes that count as success, as inclusive ranges.
type Statuses [][2]int

// Contains says whether code is one of them.
func (s Statuses) Contains(code int) bool {
	for _, r := range s {
		if code >= r[0] && code <= r[1] {
			return true
		}
	}
	return false
}
