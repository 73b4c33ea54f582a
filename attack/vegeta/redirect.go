package vegeta

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

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
// that points to another origin as the last one unless that is allowed. What
// is for the first origin alone goes nowhere else, nor anywhere after.
func (e *Engine) mayFollow(next *http.Request, via []*http.Request) error {
	if len(via) > e.options.Redirects {
		return fmt.Errorf("%w: stopped after %d", engine.ErrRedirect, e.options.Redirects)
	}
	elsewhere := func(r *http.Request) bool { return r.URL.Scheme != via[0].URL.Scheme || r.URL.Host != via[0].URL.Host }
	switch {
	case !elsewhere(next) && !slices.ContainsFunc(via, elsewhere):
	case !e.options.AnyOrigin:
		return http.ErrUseLastResponse
	default:
		e.withhold(next.Header)
	}
	return nil
}

// withhold takes out of a header what another origin must not see: credentials,
// whatever came from env: or file:, and the URL that led there.
func (e *Engine) withhold(header http.Header) {
	header.Del("Referer")
	maps.DeleteFunc(header, e.deal.mix.Confidential)
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
