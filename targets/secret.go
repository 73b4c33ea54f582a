package targets

import (
	"cmp"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Redacted stands where a secret was.
const Redacted = "[redacted]"

// shortest secret that is looked for in texts. Anything shorter is found in
// ordinary words too: taking those out protects nothing and garbles the text.
const shortest = 4

// secrets is a set of values that must not reach any output.
type secrets map[string]struct{}

// add takes value and the forms in which it may come back: escaped in a URL
// or in base64.
func (s secrets) add(value string) {
	raw := []byte(value)
	for _, form := range []string{
		value, url.QueryEscape(value), url.PathEscape(value),
		base64.StdEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw),
	} {
		if len(value) >= shortest {
			s[form] = struct{}{}
		}
	}
}

func (s secrets) list() []string { return slices.Sorted(maps.Keys(s)) }

// header adds the values of a header that usually holds credentials, and
// their parts: what follows the scheme, each cookie, the password in "Basic".
func (s secrets) header(name string, values []string) {
	if !credential(name) {
		return
	}
	for _, value := range values {
		s.add(value)
		if scheme, rest, ok := strings.Cut(value, " "); ok && !strings.ContainsAny(scheme, "=;") {
			s.add(rest)
		}
		s.basic(value)
		if cookies, err := http.ParseCookie(value); err == nil && strings.EqualFold(name, "Cookie") {
			for _, c := range cookies {
				s.add(c.Value)
			}
		}
	}
}

func (s secrets) basic(value string) {
	r := http.Request{Header: http.Header{"Authorization": {value}}}
	if _, password, ok := r.BasicAuth(); ok {
		s.add(password)
	}
}

// query adds the values of query parameters that usually hold credentials.
func (s secrets) query(raw string) {
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if !credential(name) {
			continue
		}
		s.add(value)
		if plain, err := url.QueryUnescape(value); err == nil {
			s.add(plain)
		}
	}
}

// credential says whether a header or parameter of that name usually holds one.
func credential(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	for _, word := range words {
		switch word {
		case "auth", "authorization", "cookie", "jwt", "key", "pwd", "sid", "sig":
			return true
		}
	}
	whole := strings.Join(words, "")
	return slices.ContainsFunc(
		[]string{"token", "secret", "passw", "apikey", "accesskey", "credential", "session", "signature"},
		func(part string) bool { return strings.Contains(whole, part) })
}

// replacer takes the longest secret first, so that one which is part of
// another leaves no rest of it behind.
func replacer(values []string) *strings.Replacer {
	if len(values) == 0 {
		return nil
	}
	longest := slices.SortedFunc(slices.Values(values), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var pairs []string
	for _, v := range longest {
		pairs = append(pairs, v, Redacted)
	}
	return strings.NewReplacer(pairs...)
}

// Secrets are the values that must not reach any output, in all the forms
// that Redact looks for.
func (m *Mix) Secrets() []string { return slices.Clone(m.secrets) }

// Redact takes every secret of the mix out of a text that is to be printed or
// stored. Secrets shorter than four bytes are too short to be found.
func (m *Mix) Redact(text string) string {
	if m.redact == nil {
		return text
	}
	return m.redact.Replace(text)
}
