package targets

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// parseURL reads an absolute http or https URL. The host comes out in ASCII,
// the path and query percent-encoded, the fragment (which is never sent) gone.
// No error shows the userinfo.
func parseURL(raw string) (*url.URL, error) {
	u, err := parse(raw)
	if err == nil {
		err = checkURL(u)
	}
	if err != nil {
		return nil, fmt.Errorf("URL %s: %w", quoted(HideQuery(hideUser(raw))), err)
	}
	u.Fragment, u.RawFragment = "", ""
	u.RawQuery = escapeRest(u.RawQuery)
	return u, nil
}

func parse(raw string) (*url.URL, error) {
	if strings.ContainsFunc(raw, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return nil, errors.New("has a space or control character; write it as %20 or the like")
	}
	u, err := url.Parse(raw)
	if err == nil {
		return u, nil
	}
	if inner, ok := errors.AsType[*url.Error](err); ok && !strings.Contains(raw, "@") {
		return nil, inner.Err
	}
	return nil, errors.New("cannot be read") // the parser's words may quote a password
}

func checkURL(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("want http:// or https:// in front")
	case u.Opaque != "" || u.Hostname() == "":
		return errors.New("no host")
	case strings.HasSuffix(u.Host, ":"):
		return errors.New("no port after the colon")
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return fmt.Errorf("port %s: want 1 to 65535", quoted(port))
		}
	}
	return asciiHost(u)
}

// asciiHost writes an international name as resolvers want it. A name that is
// ASCII stays as it is, with the underscores that are common inside clusters.
func asciiHost(u *url.URL) error {
	host := u.Hostname()
	if strings.Contains(host, ":") { // IPv6
		return nil
	}
	if strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil {
			return fmt.Errorf("host %s: not a host name", quoted(host))
		}
		u.Host = strings.Replace(u.Host, host, ascii, 1)
	}
	return plainHost(u.Hostname())
}

func plainHost(host string) error {
	for _, c := range host {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && !strings.ContainsRune("-._", c) {
			return fmt.Errorf("host %s: not a host name", quoted(host))
		}
	}
	return nil
}

// escapeRest percent-encodes the bytes that may not stand in a request line.
func escapeRest(query string) string {
	var out strings.Builder
	for i := range len(query) {
		if c := query[i]; c <= ' ' || c >= 0x7f || c == '"' || c == '<' || c == '>' {
			fmt.Fprintf(&out, "%%%02X", c)
		} else {
			out.WriteByte(c)
		}
	}
	return out.String()
}

// hideUser takes out whatever may be userinfo, however broken the URL is.
func hideUser(raw string) string {
	start := strings.Index(raw, "//") + 2
	end := strings.LastIndex(raw, "@")
	if start < 2 {
		start = 0
	}
	if end < start {
		return raw
	}
	return raw[:start] + Redacted + raw[end:]
}
