package engine

import (
	"crypto/tls"
	"net/url"
	"time"
)

// Late is what becomes of an arrival whose time has passed.
type Late string

// A late arrival is sent with its lag counted, or dropped and counted.
const (
	SendLate Late = "send"
	DropLate Late = "drop"
)

// Options are how requests travel and how answers are judged. An engine that
// cannot honour one refuses it when it is made.
type Options struct {
	Timeout     time.Duration // of one request, from its actual start
	MaxInFlight int           // in the open model; an arrival beyond it is late
	Late        Late
	OK          Statuses // which answers are successes

	KeepAlive   bool
	Connections int  // at most so many; 0: as many as the load needs
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
