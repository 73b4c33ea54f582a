package fast

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"loadline/attack/engine"
	"loadline/attack/fast/poll"
)

// place is what makes two URLs one origin (RFC 6454).
type place struct {
	secure bool
	host   string // "host:port", in lower case
}

func placeOf(u *url.URL) place {
	secure := u.Scheme == "https"
	port := cmp.Or(u.Port(), map[bool]string{false: "80", true: "443"}[secure])
	return place{secure, net.JoinHostPort(strings.ToLower(u.Hostname()), port)}
}

// origin is one place that requests go to, and the addresses that it is at.
type origin struct {
	place
	index int    // among the engine's origins
	dial  string // "host:port" to connect to
	tls   *tls.Config

	resolver  engine.Resolver
	ttl       time.Duration
	found     atomic.Pointer[found]
	refreshes atomic.Bool
}

// found is what the last look-up gave.
type found struct {
	addresses []poll.Address
	err       error
	at        time.Time // zero: for ever
}

// origin is the one of a URL, made when it is first asked for. Once the
// engine is made, only those that exist are asked for.
func (e *Engine) origin(u *url.URL) (*origin, error) {
	at := placeOf(u)
	if known := slices.IndexFunc(e.origins, func(o *origin) bool { return o.place == at }); known >= 0 {
		return e.origins[known], nil
	}
	o := &origin{
		place: at, index: len(e.origins), dial: cmp.Or(e.options.ConnectTo[at.host], at.host),
		resolver: e.options.Resolver, ttl: e.options.DNSTTL,
	}
	if o.resolver == nil {
		o.resolver = net.DefaultResolver
	}
	if at.secure {
		o.tls = tlsFor(e.options.TLS, u.Hostname())
	}
	if err := o.fix(e.options.UnixSocket); err != nil {
		return nil, err
	}
	e.origins = append(e.origins, o)
	return o, nil
}

// fix notes the address where there is nothing to look up.
func (o *origin) fix(path string) error {
	if path != "" {
		o.found.Store(&found{addresses: []poll.Address{{Path: path}}})
		return nil
	}
	host, port, err := net.SplitHostPort(o.dial)
	if err != nil {
		return fmt.Errorf("address %q: %w", o.dial, err)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("address %q: port must be within 0-65535", o.dial)
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		o.found.Store(&found{addresses: o.at([]string{ip.String()})})
	}
	return nil
}

// at are the addresses of hosts that are IP addresses, each once.
func (o *origin) at(hosts []string) (out []poll.Address) {
	_, text, _ := net.SplitHostPort(o.dial)
	port, _ := strconv.ParseUint(text, 10, 16)
	for _, host := range hosts {
		ip, err := netip.ParseAddr(host)
		address := poll.Address{TCP: netip.AddrPortFrom(ip, uint16(port))}
		if err == nil && !slices.Contains(out, address) {
			out = append(out, address)
		}
	}
	return out
}

// askAgain is how long after a failure a name is looked up again.
const askAgain = time.Second

// stale says whether the addresses must be looked up (again).
func (o *origin) stale(now time.Time) bool {
	f := o.found.Load()
	if f == nil || f.err != nil {
		return f == nil || now.Sub(f.at) >= askAgain
	}
	return o.ttl > 0 && !f.at.IsZero() && now.Sub(f.at) >= o.ttl
}

// lookUp finds the addresses. Old ones stay where that fails.
func (o *origin) lookUp(ctx context.Context) {
	host, _, _ := net.SplitHostPort(o.dial)
	hosts, err := o.resolver.LookupHost(ctx, host)
	addresses := o.at(hosts)
	if err == nil && len(addresses) == 0 {
		err = &net.DNSError{Err: "no addresses", Name: host, IsNotFound: true}
	}
	if old := o.found.Load(); err != nil && old != nil && old.err == nil {
		addresses, err = old.addresses, nil
	}
	o.found.Store(&found{addresses: addresses, err: err, at: time.Now()})
}

// has says whether an address still is the origin's.
func (o *origin) has(address poll.Address) bool {
	f := o.found.Load()
	return f == nil || slices.Contains(f.addresses, address)
}
