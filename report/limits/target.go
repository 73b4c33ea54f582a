package limits

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// upstreamOf is the host and port that were measured, "" where they do not
// tell where a proxy would find the service: TLS means that something stands
// in front of it, and an address with a zone is not the proxy's.
func upstreamOf(target *url.URL) string {
	if target.Scheme != "http" || target.Hostname() == "" {
		return ""
	}
	port := target.Port()
	if port == "" {
		port = "80"
	}
	address := net.JoinHostPort(target.Hostname(), port)
	if checkAddress("upstream", address) != nil {
		return ""
	}
	return address
}

// plain is the target as a comment may hold it: without credentials and query,
// and every byte that any format could take for more than a letter escaped.
func plain(target *url.URL) string {
	bare := url.URL{Scheme: target.Scheme, Opaque: target.Opaque, Host: target.Host, Path: target.Path}
	return or(escaped(bare.String()), "an unknown target")
}

func escaped(text string) string {
	var out strings.Builder
	for _, c := range []byte(text) {
		if isAlnum(c) || strings.IndexByte("-._~:/[]@,+=%", c) >= 0 {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
