package limits

import (
	"fmt"
	"net"
	"strconv"
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
