package targets

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Whatever comes back from the service or from the net, no secret is in it.
func TestSecretsAreRedacted(t *testing.T) {
	t.Setenv("LOADLINE_TOKEN", "env/secret+1")
	m, err := FromFlags("http://me:pass&word@a/?api_key=query%2Fsecret&page=12345", Flags{Headers: []string{
		"X-Plain: harmless", "X-Any: env:LOADLINE_TOKEN", "X-File: file:" + file(t, "k", "file secret\n"),
		"Cookie: a=cookie-one; b=cookie-two", "Proxy-Authorization: Bearer proxy-secret", "X-Api-Key: api-secret",
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{
		"env/secret+1", "env%2Fsecret%2B1", base64.StdEncoding.EncodeToString([]byte("env/secret+1")),
		"file secret", "file%20secret", "pass&word", base64.StdEncoding.EncodeToString([]byte("me:pass&word")),
		"query%2Fsecret", "query/secret", "cookie-one", "cookie-two", "proxy-secret", "Bearer proxy-secret", "api-secret",
	} {
		if got := m.Redact("<" + secret + ">"); got != "<"+Redacted+">" {
			t.Errorf("%s comes out as %s", secret, got)
		}
	}
	for _, open := range []string{"harmless", "12345", "http://a/", "Bearer"} {
		if got := m.Redact(open); got != open {
			t.Errorf("%s comes out as %s", open, got)
		}
	}
	if shown, _, _ := m.Describe(); shown != "http://a/?api_key="+Redacted+"&page=12345" {
		t.Error(shown)
	}
}

func TestNoSecretsNothingRedacted(t *testing.T) {
	m, err := FromFlags("http://a/?author=x&monkey=tail", Flags{Headers: []string{"Accept: text/html"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Secrets(); len(got) != 0 || m.Redact("text/html") != "text/html" {
		t.Errorf("secrets: %v", got)
	}
}

// However long secrets overlap one another, none is left in the text, raw or escaped.
func TestRedactAnySecret(t *testing.T) {
	value := rapid.StringMatching(`[ -~]{4,20}`).Filter(func(s string) bool { return strings.TrimSpace(s) == s })
	rapid.Check(t, func(r *rapid.T) {
		tokens := rapid.SliceOfN(value, 1, 4).Draw(r, "tokens")
		before, after := rapid.String().Draw(r, "before"), rapid.String().Draw(r, "after")
		found := secrets{}
		for _, v := range tokens {
			found.add(v)
		}
		redact := replacer(found.list())
		for _, v := range tokens {
			for _, form := range []string{v, url.QueryEscape(v), url.PathEscape(v)} {
				if got := redact.Replace(before + form + after); !strings.Contains(got, Redacted) {
					r.Fatalf("%q stays in %q", form, got)
				}
			}
		}
	})
}
