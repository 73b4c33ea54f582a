package targets

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	vegeta "github.com/tsenart/vegeta/v12/lib"
	"pgregory.net/rapid"
)

// vegetaReads is what vegeta's own reader of the format makes of the text.
func vegetaReads(text, format string, body []byte, header http.Header) ([]Request, error) {
	reader := vegeta.NewHTTPTargeter
	if format == "json" {
		reader = vegeta.NewJSONTargeter
	}
	list, err := vegeta.ReadAllTargets(reader(strings.NewReader(text), body, header))
	var out []Request
	for _, one := range list {
		out = append(out, Request{Method: one.Method, URL: one.URL, Header: one.Header, Body: one.Body, Weight: 1})
	}
	return out, err
}

func ours(text, format string, flags Flags) ([]Request, error) {
	m, err := Read(strings.NewReader(text), Stdin, format, flags)
	if err != nil {
		return nil, err
	}
	return m.Requests, nil
}

// Any file that is written as the documentation has it means the same to both.
func TestSameAsVegeta(t *testing.T) {
	body := file(t, "body", "of the file")
	rapid.Check(t, func(r *rapid.T) {
		var text strings.Builder
		format := rapid.SampledFrom(Formats).Draw(r, "format")
		for range rapid.IntRange(1, 5).Draw(r, "targets") {
			one := drawTarget(r)
			if format == "json" {
				writeJSON(&text, one)
			} else {
				writeHTTP(r, &text, one, body)
			}
		}
		flags := Flags{Headers: []string{"X-Default: yes"}, Bodies: []string{"default"}}
		got, err := ours(text.String(), format, flags)
		want, vegetaErr := vegetaReads(text.String(), format, []byte("default"), http.Header{"X-Default": {"yes"}})
		if err != nil || vegetaErr != nil {
			r.Fatalf("%q: ours %v, vegeta %v", text.String(), err, vegetaErr)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			r.Fatalf("%q: vegeta -, ours +\n%s", text.String(), diff)
		}
	})
}

func drawTarget(r *rapid.T) vegeta.Target {
	one := vegeta.Target{
		Method: rapid.SampledFrom([]string{"GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "PURGE"}).Draw(r, "method"),
		URL:    "http://" + rapid.StringMatching(`[a-z]{1,8}(:[1-9][0-9]{0,3})?(/[A-Za-z0-9._~%20]{0,5}){0,3}(\?[a-z]=[a-z0-9%20]{0,5})?`).Filter(escaped).Draw(r, "url"),
		Header: http.Header{},
	}
	for range rapid.IntRange(0, 3).Draw(r, "headers") {
		name := rapid.StringMatching(`X-[A-Za-z0-9]{1,8}`).Draw(r, "name")
		one.Header[name] = append(one.Header[name], rapid.StringMatching(`[!-~]([ -~]{0,10}[!-~])?`).Filter(literal).Draw(r, "value"))
	}
	if rapid.Bool().Draw(r, "with body") {
		one.Body = []byte(rapid.StringN(1, 20, -1).Draw(r, "body"))
	}
	return one
}

// escaped leaves out URLs with a broken percent-encoding, literal header
// values that name a secret.
func escaped(url string) bool { _, err := parseURL("http://" + url); return err == nil }

func literal(value string) bool {
	return !strings.HasPrefix(value, "env:") && !strings.HasPrefix(value, "file:")
}

func writeJSON(text *strings.Builder, one vegeta.Target) {
	line, _ := json.Marshal(one)
	text.Write(append(line, '\n'))
}

func writeHTTP(r *rapid.T, text *strings.Builder, one vegeta.Target, body string) {
	comment := rapid.SampledFrom([]string{"", "# a comment\n", "  # GET http://no\n"})
	text.WriteString(comment.Draw(r, "before"))
	fmt.Fprintf(text, "%s %s\n", one.Method, one.URL)
	text.WriteString(comment.Draw(r, "after"))
	for name, values := range one.Header {
		for _, value := range values {
			fmt.Fprintf(text, "%s: %s\n", name, value)
		}
	}
	if one.Body != nil {
		fmt.Fprintf(text, "@%s\n", body)
	}
	text.WriteString("\n")
}

// Where the two differ we want to. Each row shows what vegeta makes of the
// text, what loadline makes of it, and why.
func TestDifferencesFromVegeta(t *testing.T) {
	long := strings.Repeat("x", 70<<10)
	t.Setenv("LOADLINE_TOKEN", "t0ken")
	for _, c := range []struct {
		why, format, text string
		vegeta, ours      string
	}{
		{"the last line may lack its newline", "json", `{"method":"GET","url":"http://a/"}`,
			"no targets to attack", "GET http://a/"},
		{"a line may be of any length", "http", "GET http://a/\n\nGET http://a/" + long,
			"GET http://a/", "GET http://a/, GET http://a/" + long},
		{"a byte order mark is no part of the text", "http", "\ufeffGET http://a/\n",
			"bad method: \ufeffGET", "GET http://a/"},
		{"a byte order mark is no part of the text", "json", "\ufeff{\"method\":\"GET\",\"url\":\"http://a/\"}\n",
			"parse error", "GET http://a/"},
		{"a request line ends the headers above it", "http", "GET http://a/\nX-A: 1\nGET http://b/\n",
			"GET http://a/ GET http=//b/ X-A=1", "GET http://a/ X-A=1, GET http://b/"},
		{"methods with a hyphen exist", "http", "M-SEARCH http://a/\n",
			"bad method: M-SEARCH", "M-SEARCH http://a/"},
		{"a tab separates as well as a space", "http", "GET\thttp://a/\n",
			"bad target: GET\thttp://a/", "GET http://a/"},
		{"a URL without a host cannot be sent", "http", "GET /a\n",
			"GET /a", `standard input:1: URL "/a": want http://`},
		{"only http can be sent", "json", `{"method":"GET","url":"ftp://a/"}` + "\n",
			"GET ftp://a/", `standard input:1: URL "ftp://a/"`},
		{"a space breaks the request line", "http", "GET http://a/?q=a b\n",
			"GET http://a/?q=a b", "has a space"},
		{"a key that nobody reads is a mistake", "json", `{"method":"GET","url":"http://a/","headers":{"X":["1"]}}` + "\n",
			"GET http://a/", `unknown key "headers"`},
		{"a key that comes twice is a mistake", "json", `{"method":"GET","url":"http://a/","url":"http://b/"}` + "\n",
			"GET http://b/", `key "url" comes twice`},
		{"a header must not break out of its line", "json", `{"method":"GET","url":"http://a/","header":{"X":["a\r\nb"]}}` + "\n",
			"GET http://a/ X=a\r\nb", "control character"},
		{"a target's header replaces the default of its name", "http", "GET http://a/\nX-Default: mine\n",
			"GET http://a/ X-Default=yes,mine", "GET http://a/ X-Default=mine"},
		{"a value may name a secret", "http", "GET http://a/\nX-Key: env:LOADLINE_TOKEN\n",
			"GET http://a/ X-Key=env:LOADLINE_TOKEN", "GET http://a/ X-Key=t0ken"},
		{"userinfo travels as the header that it stands for", "http", "GET http://me:pass@a/\n",
			"GET http://me:pass@a/", "GET http://a/ Authorization=Basic bWU6cGFzcw=="},
		{"a fragment is never sent", "http", "GET http://a/#b\n",
			"GET http://a/#b", "GET http://a/"},
		{"the file says which line", "http", "GET http://a/\nX-A: 1\n\nX-B: 2\n",
			"bad method: X-B:", `standard input:4: want "METHOD URL", found "X-B"`},
		{"an empty file is a mistake with a name", "http", "",
			"no targets to attack", "standard input: no targets"},
	} {
		t.Run(c.why, func(t *testing.T) {
			defaults := http.Header{"X-Default": {"yes"}}
			theirs, err := vegetaReads(c.text, c.format, nil, defaults)
			if got := told(theirs, err); !strings.Contains(got, c.vegeta) {
				t.Errorf("vegeta now: %.200s\nwas: %.200s", got, c.vegeta)
			}
			mine, err := ours(c.text, c.format, Flags{Headers: []string{"X-Default: yes"}})
			if got := told(mine, err); !strings.Contains(got, c.ours) {
				t.Errorf("loadline: %.200s\nwant: %.200s", got, c.ours)
			}
		})
	}
}

// told is the list in words, without the default header.
func told(list []Request, err error) string {
	if err != nil {
		return err.Error()
	}
	var words []string
	for _, r := range list {
		line := r.Method + " " + r.URL
		for _, name := range slices.Sorted(maps.Keys(r.Header)) {
			if values := strings.Join(r.Header[name], ","); name != "X-Default" || values != "yes" {
				line += " " + name + "=" + values
			}
		}
		words = append(words, line)
	}
	return strings.Join(words, ", ")
}
