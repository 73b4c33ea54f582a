package vegeta

import (
	"fmt"
	"net/http"

	"loadline/attack/engine"
)

// redirects says whether an answer points elsewhere.
func redirects(r *http.Response) bool {
	switch r.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return r.Header.Get("Location") != ""
	}
	return false
}

// follow goes where the first answer points. The rules of what to send there
// are http.Client's, which is handed the first answer as if it had asked.
func (e *Engine) follow(r *http.Request, first *http.Response) (*http.Response, error) {
	client := http.Client{Transport: &replay{first: first, then: e.carrier}, CheckRedirect: e.mayFollow}
	return client.Do(r)
}

// mayFollow ends a chain that is too long with an error, and leaves the answer
// that points to another origin as the last one unless that is allowed.
func (e *Engine) mayFollow(next *http.Request, via []*http.Request) error {
	if len(via) > e.options.Redirects {
		return fmt.Errorf("%w: stopped after %d", engine.ErrRedirect, e.options.Redirects)
	}
	from := via[0].URL
	if !e.options.AnyOrigin && (next.URL.Scheme != from.Scheme || next.URL.Host != from.Host) {
		return http.ErrUseLastResponse
	}
	return nil
}

// replay answers the first request with what is known already.
type replay struct {
	first *http.Response
	then  http.RoundTripper
}

func (p *replay) RoundTrip(r *http.Request) (*http.Response, error) {
	if first := p.first; first != nil {
		p.first = nil
		return first, nil
	}
	return p.then.RoundTrip(r)
}
