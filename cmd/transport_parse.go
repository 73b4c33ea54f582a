package cmd

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"loadline/attack/engine"
)

// crowd is the most that may be in flight at once: no machine opens more
// connections, and memory is laid out for all of them.
const crowd = 1_000_000

// checkRanges refuses values that no engine could honour.
func (f *transportFlags) checkRanges() error {
	var errs []error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	refuse(f.timeout <= 0, "--timeout %v: must be above 0", f.timeout)
	refuse(f.maxInFlight < 1 || f.maxInFlight > crowd, "--max-in-flight %d: must be within 1-%d", f.maxInFlight, crowd)
	refuse(f.connections < 0 || f.connections > crowd, "--connections %d: must be within 0-%d", f.connections, crowd)
	refuse(f.dnsTTL < 0, "--dns-ttl %v: must not be negative", f.dnsTTL)
	refuse(f.redirects < 0, "--redirects %d: must not be negative", f.redirects)
	refuse(!slices.Contains([]string{"send", "drop"}, f.late), "--late %q: want send or drop", f.late)
	refuse(!slices.Contains([]string{"auto", "fast", "vegeta"}, f.engine), "--engine %q: want auto, fast or vegeta", f.engine)
	refuse(f.http2 && f.h2c, "--http2 and --h2c: only one of them")
	refuse((f.cert == "") != (f.key == ""), "--cert and --key: one is missing; a client certificate needs both")
	return errors.Join(errs...)
}

// parseStatuses reads "200-299,404".
func parseStatuses(text string) (engine.Statuses, error) {
	var out engine.Statuses
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			to = from
		}
		low, err1 := strconv.Atoi(from)
		high, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || low < 100 || high > 599 || low > high {
			return nil, fmt.Errorf("--ok %q: %q is not a status code or range within 100-599", text, part)
		}
		out = append(out, [2]int{low, high})
	}
	return out, nil
}

// parseConnectTo reads curl's HOST1:PORT1:HOST2:PORT2, with IPv6 in brackets.
func parseConnectTo(texts []string) (map[string]string, error) {
	out := map[string]string{}
	for _, text := range texts {
		parts := splitHostPorts(text)
		if len(parts) != 4 || slices.Contains(parts, "") {
			return nil, fmt.Errorf("--connect-to %q: want host:port:host:port", text)
		}
		for _, port := range []string{parts[1], parts[3]} {
			if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
				return nil, fmt.Errorf("--connect-to %q: %q is not a port within 1-65535", text, port)
			}
		}
		out[net.JoinHostPort(parts[0], parts[1])] = net.JoinHostPort(parts[2], parts[3])
	}
	return out, nil
}

// splitHostPorts splits at colons outside brackets and takes the brackets off.
func splitHostPorts(text string) []string {
	depth := 0
	parts := strings.FieldsFunc(text+":", func(r rune) bool {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		}
		return r == ':' && depth == 0
	})
	for i := range parts {
		parts[i] = strings.Trim(parts[i], "[]")
	}
	return parts
}

func parseProxy(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	proxy, err := url.Parse(text)
	if err != nil || proxy.Host == "" || proxy.Scheme != "http" && proxy.Scheme != "https" {
		return nil, errors.New("--proxy: not an http or https URL with a host")
	}
	return proxy, nil
}

// tls reads the certificate files; nil where no flag asks for anything.
func (f *transportFlags) tls() (*tls.Config, error) {
	if !f.insecure && f.cert == "" && f.ca == "" {
		return nil, nil
	}
	config := &tls.Config{InsecureSkipVerify: f.insecure} //nolint:gosec // asked for by --insecure
	if f.cert != "" {
		pair, err := tls.LoadX509KeyPair(f.cert, f.key)
		if err != nil {
			return nil, fmt.Errorf("--cert %s --key %s: %w", f.cert, f.key, err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	if f.ca != "" {
		pem, err := os.ReadFile(f.ca)
		if err != nil {
			return nil, fmt.Errorf("--ca: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("--ca %s: holds no certificate in PEM form", f.ca)
		}
	}
	return config, nil
}
