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

// add takes value and the forms in which it may come back: as it is or in base64.
func (s secrets) add(value string) {
	if len(value) < shortest {
		return
	}
	raw := []byte(value)
	s[value] = struct{}{}
	s[base64.StdEncoding.EncodeToString(raw)] = struct{}{}
	s[base64.RawURLEncoding.EncodeToString(raw)] = struct{}{}
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
		if !credential(unescaped(name)) {
			continue
		}
		s.add(value)
		s.add(unescaped(value))
	}
}

// HideQuery takes the values of query parameters that usually hold credentials
// out of a URL, however short they are and however broken the URL is.
func HideQuery(raw string) string {
	before, query, found := strings.Cut(raw, "?")
	if !found {
		return raw
	}
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		if name, value, _ := strings.Cut(pair, "="); value != "" && credential(unescaped(name)) {
			pairs[i] = name + "=" + Redacted
		}
	}
	return before + "?" + strings.Join(pairs, "&")
}

// unescaped is text without percent escapes, or as it is where they are broken.
func unescaped(text string) string {
	plain, err := url.QueryUnescape(text)
	if err != nil {
		return text
	}
	return plain
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

// spellings has the longest secret first, so that one which is part of another
// leaves no rest of it behind.
func spellings(values []string) (all []spelling) {
	longest := slices.SortedFunc(slices.Values(values), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, v := range longest {
		all = append(all, spell(v))
	}
	return all
}

// Secrets are the values that must not reach any output, raw and in base64.
func (m *Mix) Secrets() []string { return slices.Clone(m.secrets) }

// Redact takes every secret of the mix out of a text that is to be printed or
// stored, however it is escaped there. Secrets shorter than four bytes are too
// short to be found.
func (m *Mix) Redact(text string) string {
	return replace(text, m.spellings)
}

// RedactURL is Redact of a URL, from which the values of query parameters that
// usually hold credentials go too, however short.
func (m *Mix) RedactURL(url string) string { return m.Redact(HideQuery(url)) }

// Confidential says whether a header is for the service alone: it usually
// holds a credential, or a value has a secret of the mix in it.
func (m *Mix) Confidential(name string, values []string) bool {
	return credential(name) || slices.ContainsFunc(values, func(v string) bool { return m.Redact(v) != v })
}
