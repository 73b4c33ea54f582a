package limits

import (
	"fmt"
	"net"
	"regexp"
	"strconv"
	"strings"
)

// Options are where a limit is put, and how. The zero value of a field means its default.
type Options struct {
	Service      string // a DNS label that names the service; "service"
	Upstream     string // host:port of the service; the measured one, else 127.0.0.1:8080
	Listen       string // host:port for a proxy to listen on; 127.0.0.1:8000, or 8001 where that is the upstream
	HealthPath   string // is never refused; "/healthz"
	Proxies      int    // so many proxies share the limit; 1
	Workers      int    // so many processes of the service share the limit; 1
	RejectStatus int    // 503 or 429; 503
	Queue        int    // so many requests wait where a format queues; the limit again
}

const listen = "127.0.0.1:8000"

// withDefaults leaves Queue alone: its default is the share, which differs by format.
func (o Options) withDefaults() Options {
	o.Service = or(o.Service, "service")
	o.Upstream = or(o.Upstream, "127.0.0.1:8080")
	if o.Listen == "" && same(o.UpstreamAt(), parts(listen)) {
		o.Listen = "127.0.0.1:8001"
	}
	o.Listen = or(o.Listen, listen)
	o.HealthPath = or(o.HealthPath, "/healthz")
	o.Proxies = or(o.Proxies, 1)
	o.Workers = or(o.Workers, 1)
	o.RejectStatus = or(o.RejectStatus, 503)
	return o
}

func or[T comparable](value, fallback T) T {
	var unset T
	if value == unset {
		return fallback
	}
	return value
}

// Validate says which field is not usable, its value, and what would be. It is
// the one gate between what a user typed and a configuration file: it lets
// through nothing that any format needs to escape.
func (o Options) Validate() error {
	for _, check := range []error{
		checkService(o.Service),
		checkAddress("upstream", o.Upstream),
		checkAddress("listen", o.Listen),
		checkHealthPath(o.HealthPath),
		checkCount("proxies", o.Proxies, 1),
		checkCount("workers", o.Workers, 1),
		checkCount("queue", o.Queue, 0),
	} {
		if check != nil {
			return check
		}
	}
	if o.RejectStatus != 503 && o.RejectStatus != 429 {
		return fmt.Errorf("reject status %d: want 503 or 429", o.RejectStatus)
	}
	if same(o.UpstreamAt(), o.ListenAt()) {
		return fmt.Errorf("upstream %s is the address to listen on: the proxy would call itself", o.Upstream)
	}
	return nil
}

// A service name is a DNS label as Kubernetes wants it (RFC 1035), which every
// other format takes as well.
var label = regexp.MustCompile(`\A[a-z]([-a-z0-9]{0,61}[a-z0-9])?\z`)

func checkService(name string) error {
	if !label.MatchString(name) {
		return fmt.Errorf("service %q: want a DNS label: a-z, then a-z, 0-9 or -, at most 63 letters", name)
	}
	return nil
}

// Only characters that stand for themselves in a URL and in every format.
var path = regexp.MustCompile(`\A(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+/?\z`)

func checkHealthPath(p string) error {
	if len(p) > 255 || !path.MatchString(p) {
		return fmt.Errorf("health path %q: want /segments of A-Z, a-z, 0-9, '.', '_', '~' or '-', none starting with '.'", p)
	}
	return nil
}

// Underscores are no DNS, but container networks have them.
var hostname = regexp.MustCompile(`\A[A-Za-z0-9]([-_A-Za-z0-9]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([-_A-Za-z0-9]{0,61}[A-Za-z0-9])?)*\z`)

// numeric is a name that resolvers take for an address, each in its own way:
// 127.0.0.01, 127.1, 0x7f.1.
var numeric = regexp.MustCompile(`(?i)(\A|\.)(0x[0-9a-f]*|[0-9]+)\z`)

func checkAddress(field, address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("%s %q: want host:port", field, address)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 || strings.HasPrefix(port, "0") {
		return fmt.Errorf("%s %q: port %q: want 1 to 65535", field, address, port)
	}
	ip := net.ParseIP(host) // takes no zone
	if ip == nil && (len(host) > 253 || !hostname.MatchString(host) || numeric.MatchString(host)) {
		return fmt.Errorf("%s %q: host %q: want a host name or an IP address", field, address, host)
	}
	return nil
}

func checkCount(field string, n, least int) error {
	if n < least || n > Most {
		return fmt.Errorf("%s %d: want %d to %d", field, n, least, Most)
	}
	return nil
}
