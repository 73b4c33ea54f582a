package fast

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/http/httpguts"

	"loadline/attack/engine"
	"loadline/targets"
)

// message is a request as it goes over the wire, made once and sent any
// number of times.
type message struct {
	bytes      []byte
	body       int     // how many of the bytes are body
	origin     *origin // where it goes
	head       bool    // the response has no body
	repeatable bool    // sent twice it does no harm
	closes     bool    // its connection is not to be used again

	method string // for the requests that redirects ask for
	url    *url.URL
	header http.Header
	data   []byte
}

// unsendable headers are worked out from the request itself, as net/http does.
var unsendable = []string{"Host", "Content-Length", "Transfer-Encoding", "Trailer"}

func (e *Engine) newMessage(method string, u *url.URL, header http.Header, data []byte) (*message, error) {
	origin, err := e.origin(u)
	if err != nil {
		return nil, err
	}
	m := &message{
		method: method, url: u, header: header, data: data, origin: origin, body: len(data),
		head:       method == http.MethodHead,
		repeatable: engine.Repeatable(method, int64(len(data))),
		closes:     !e.options.KeepAlive,
	}
	host := cmp.Or(get(header, "Host"), u.Host)
	if host, err = httpguts.PunycodeHostPort(host); err != nil {
		return nil, fmt.Errorf("host %q: %w", u.Host, err)
	}
	m.bytes, err = m.serialize(host)
	return m, err
}

func (m *message) serialize(host string) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", m.method, m.url.RequestURI(), host)
	for _, name := range slices.Sorted(maps.Keys(m.header)) {
		if slices.Contains(unsendable, http.CanonicalHeaderKey(name)) {
			continue
		}
		for _, value := range m.header[name] {
			if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
				return nil, fmt.Errorf("header %q: not a valid name and value", name)
			}
			fmt.Fprintf(&b, "%s: %s\r\n", name, strings.Trim(value, " \t"))
		}
	}
	m.complete(&b)
	b.WriteString("\r\n")
	b.Write(m.data)
	return b.Bytes(), nil
}

// complete adds the headers that a request has even if nobody gave them.
func (m *message) complete(b *bytes.Buffer) {
	if get(m.header, "User-Agent") == "" {
		b.WriteString("User-Agent: " + engine.UserAgent + "\r\n")
	}
	if m.body > 0 || slices.Contains([]string{"POST", "PUT", "PATCH"}, m.method) {
		b.WriteString("Content-Length: " + strconv.Itoa(m.body) + "\r\n")
	}
	given := get(m.header, "Connection")
	if m.closes && given == "" {
		b.WriteString("Connection: close\r\n")
	}
	m.closes = m.closes || strings.EqualFold(given, "close")
}

// get is the first value of a header whose name may be written in any way.
func get(header http.Header, name string) string {
	for key, values := range header {
		if len(values) > 0 && strings.EqualFold(key, name) {
			return values[0]
		}
	}
	return ""
}

// serialized are the messages of all requests of the mix.
func (e *Engine) serialized(mix *targets.Mix) (map[*targets.Request]*message, error) {
	all := make(map[*targets.Request]*message, len(mix.Requests))
	for i := range mix.Requests {
		r := &mix.Requests[i]
		u, err := url.Parse(r.URL)
		if err != nil {
			return nil, fmt.Errorf("request %d: %w", i+1, err)
		}
		if r.Method == http.MethodConnect {
			return nil, fmt.Errorf("request %d: the fast engine makes no tunnels (CONNECT)", i+1)
		}
		if all[r], err = e.newMessage(cmp.Or(r.Method, http.MethodGet), u, r.Header, r.Body); err != nil {
			return nil, fmt.Errorf("request %d: %w", i+1, err)
		}
	}
	return all, nil
}
