package targets

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
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
		redact := &Mix{spellings: spellings(found.list())}
		for _, v := range tokens {
			for _, form := range []string{v, url.QueryEscape(v), url.PathEscape(v), fmt.Sprintf("%q", v), fmt.Sprintf("%q", fmt.Sprintf("%q", v))} {
				if got := redact.Redact(before + form + after); !strings.Contains(got, Redacted) {
					r.Fatalf("%q stays in %q", form, got)
				}
			}
		}
	})
}

// A service may send a secret back in any spelling, and errors quote what it sent.
func TestRedactEscapedSecrets(t *testing.T) {
	const secret = "s3\"k\\\\r<t>&'/+ ä\t€=%2F|end"
	m, err := NewMix(Request{URL: "http://a/", Header: http.Header{"X-Api-Key": {secret}}})
	if err != nil {
		t.Fatal(err)
	}
	inJSON, _ := json.Marshal(secret)
	quoted := strconv.Quote(secret)
	for name, text := range map[string]string{
		"raw": secret, "Go": quoted, "Go ASCII": strconv.QuoteToASCII(secret), "Go twice": strconv.Quote(quoted),
		"JSON": string(inJSON), "JSON in Go": strconv.Quote(string(inJSON)), "HTML": html.EscapeString(secret),
		"HTML in JSON": strconv.Quote(html.EscapeString(secret)), "HTML twice": html.EscapeString(html.EscapeString(secret)),
		"query": url.QueryEscape(secret), "path": url.PathEscape(secret), "lower case": regexp.MustCompile("%..").ReplaceAllStringFunc(url.PathEscape(secret), strings.ToLower),
		"percent twice": url.PathEscape(url.PathEscape(secret)), "a slash as PHP has it": strings.ReplaceAll(string(inJSON), "/", `\/`),
		"made printable": strings.ReplaceAll(secret, "\t", "?"),
	} {
		if got := strings.Trim(m.Redact("<"+text+">"), `<>"\`); got != Redacted {
			t.Errorf("%s: %s comes out as %s", name, text, got)
		}
	}
}

// Faults cut off what they quote: the beginning of a secret is a secret too.
func TestRedactCutSecrets(t *testing.T) {
	secret := strings.Repeat("tok\"en-0123456789/", 200)
	m, err := NewMix(Request{URL: "http://a/", Header: http.Header{"Authorization": {"Bearer " + secret}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{4, 9, 40, 180} {
		text := fmt.Sprintf("malformed %q…", "x: "+secret[:n])
		if got := m.Redact(text); strings.Contains(got, "tok") {
			t.Errorf("%s comes out as %s", text, got)
		}
	}
	if got := m.Redact("it took..."); got != "it took..." {
		t.Error(got)
	}
}

func TestRedactURL(t *testing.T) {
	for raw, want := range map[string]string{
		"http://me:p%61ss%22word@a/?x=1":         "http://a/?x=1",
		"http://a/?to%6ben=s%65cret-1&x=1":       "http://a/?to%6ben=[redacted]&x=1",
		"http://a/?token=ab&author=me":           "http://a/?token=[redacted]&author=me",
		"http://a/?api_key=%zz%22broken&sig=%41": "http://a/?api_key=[redacted]&sig=[redacted]",
	} {
		m, err := FromFlags(raw, Flags{})
		if err != nil {
			t.Fatal(err)
		}
		if shown, _, _ := m.Describe(); shown != want {
			t.Errorf("%s is shown as %s, want %s", raw, shown, want)
		}
	}
	m, err := FromFlags("http://tok%22en-1@a/?access_token=s%65cret-1", Flags{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`tok\"en-1`, "secret-1", "s%65cret-1"} {
		if got := m.Redact(text); got != Redacted {
			t.Errorf("%s comes out as %s", text, got)
		}
	}
	if _, err := FromFlags("ftp://u:pass@a/?token=s3cret", Flags{}); strings.Contains(err.Error(), "s3cret") {
		t.Error(err)
	}
}

// The longest secret that is taken does not hold the start up.
func TestLongestSecret(t *testing.T) {
	secret := strings.Repeat(`"\/`, longestSecret/3)
	m, err := NewMix(Request{URL: "http://a/", Header: http.Header{"X-Api-Key": {secret}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Redact("<" + secret + ">"); strings.ContainsAny(got, `"\/`) {
		t.Error("some of it is left")
	}
}
