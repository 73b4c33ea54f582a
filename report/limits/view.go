package limits

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
)

// view is what a template sees: the limit, the format, and one place's share.
type view struct {
	Limit
	Share  Share
	Format Format
}

// Waiting is how many requests wait at one place of a format that queues.
func (v view) Waiting() int { return or(v.Queue, v.Share.Each) }

// Queues says whether the format is the queueing variant.
func (v view) Queues() bool { return v.Format.Name == "haproxy-queue" }

// PerProxy is one proxy's share; 0 where the limit cannot be divided so far.
func (l Limit) PerProxy() int { share, _ := perProxy(l); return share.Each }

// PerWorker is one worker's share; 0 where the limit cannot be divided so far.
func (l Limit) PerWorker() int { share, _ := perWorker(l); return share.Each }

// PrometheusQuery sums the requests in flight over the pods.
func (l Limit) PrometheusQuery() string {
	return fmt.Sprintf("sum(http_requests_in_flight{service=%q})", l.Service)
}

// address is a host:port that Validate let through, in its parts.
type address struct {
	Host string // without brackets
	Port int
}

// IsIP tells an address from a name.
func (a address) IsIP() bool { return net.ParseIP(a.Host) != nil }

// UpstreamAt is the upstream in its parts.
func (o Options) UpstreamAt() address { return parts(o.Upstream) }

// ListenAt is the address to listen on in its parts.
func (o Options) ListenAt() address { return parts(o.Listen) }

func parts(hostPort string) address {
	host, port, _ := net.SplitHostPort(hostPort)
	n, _ := strconv.Atoi(port)
	return address{host, n}
}

// same says whether a and b are one place, as far as their names tell.
func same(a, b address) bool {
	return a.Port == b.Port && (strings.EqualFold(a.Host, b.Host) || overlap(a.ips(), b.ips()) || overlap(b.ips(), a.ips()))
}

// ips are the addresses that are known without a resolver.
func (a address) ips() []net.IP {
	if strings.EqualFold(a.Host, "localhost") {
		return []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	}
	if ip := net.ParseIP(a.Host); ip != nil {
		return []net.IP{ip}
	}
	return nil
}

// overlap says whether one of the places is among the others, all of which
// an unspecified address is.
func overlap(places, among []net.IP) bool {
	return slices.ContainsFunc(places, func(p net.IP) bool {
		return slices.ContainsFunc(among, func(ip net.IP) bool { return ip.Equal(p) || ip.IsUnspecified() && p.IsLoopback() })
	})
}
