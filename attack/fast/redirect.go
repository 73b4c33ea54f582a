package fast

import (
	"fmt"
	"net/http"
	"strings"

	"loadline/attack/engine"
)

// follow is the message that a redirect to the same origin asks for, nil where
// the response stands as it is: no redirect, or to another origin.
func (e *Engine) follow(m *message, status int, location []byte) (*message, error) {
	if e.options.Redirects == 0 || !redirects(status) || len(location) == 0 {
		return nil, nil
	}
	to, err := m.url.Parse(string(location))
	if err != nil {
		return nil, fmt.Errorf("%w: bad location", engine.ErrRedirect)
	}
	if (to.Scheme != "http" && to.Scheme != "https") || placeOf(to) != m.origin.place {
		return nil, nil
	}
	method, header, data := m.method, m.header, m.data
	if status < 307 && method != http.MethodHead {
		method, data = http.MethodGet, nil
		header = without(header, "Content-Type", "Content-Encoding", "Content-Language")
	}
	next, err := e.newMessage(method, to, header, data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", engine.ErrRedirect, err)
	}
	return next, nil
}

// redirects says whether a status asks for another request (RFC 9110, 15.4).
func redirects(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

func without(header http.Header, names ...string) http.Header {
	kept := header.Clone()
	for key := range header {
		for _, name := range names {
			if strings.EqualFold(key, name) {
				delete(kept, key)
			}
		}
	}
	return kept
}
