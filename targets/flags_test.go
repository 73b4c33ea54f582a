package targets

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// file writes content to a file of the test's own and returns its path.
func file(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFromFlags(t *testing.T) {
	t.Setenv("LOADLINE_TOKEN", "t0ken-of-the-test")
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	for _, c := range []struct {
		name  string
		url   string
		flags Flags
		want  Request
	}{
		{"plain", "http://localhost:8080/a?b=c", Flags{}, Request{Method: "GET", URL: "http://localhost:8080/a?b=c"}},
		{"method", "http://a", Flags{Method: "delete"}, Request{Method: "delete", URL: "http://a"}},
		{"body makes it POST", "http://a", Flags{Bodies: []string{"x=1"}},
			Request{Method: "POST", URL: "http://a", Header: form, Body: []byte("x=1")}},
		{"unless -X", "http://a", Flags{Method: "PUT", Bodies: []string{"x=1", "y=2"}},
			Request{Method: "PUT", URL: "http://a", Header: form, Body: []byte("x=1&y=2")}},
		{"empty body", "http://a", Flags{Bodies: []string{""}},
			Request{Method: "POST", URL: "http://a", Header: form}},
		{"content type", "http://a", Flags{Headers: []string{"content-type: text/plain"}, Bodies: []string{"x"}},
			Request{Method: "POST", URL: "http://a", Header: http.Header{"content-type": {"text/plain"}}, Body: []byte("x")}},
		{"body file", "http://a", Flags{Method: "PATCH", Bodies: []string{"@" + file(t, "b", "one\ntwo\n")}},
			Request{Method: "PATCH", URL: "http://a", Header: form, Body: []byte("one\ntwo\n")}},
		{"body from stdin", "http://a", Flags{Bodies: []string{"@-"}, Stdin: strings.NewReader("in")},
			Request{Method: "POST", URL: "http://a", Header: form, Body: []byte("in")}},
		{"headers", "http://a", Flags{Headers: []string{"X-A:1", "X-A: 2", "host: b:81", "Url: http://c"}},
			Request{Method: "GET", URL: "http://a", Header: http.Header{"X-A": {"1", "2"}, "Host": {"b:81"}, "Url": {"http://c"}}}},
		{"env", "http://a", Flags{Headers: []string{"X-Key: env:LOADLINE_TOKEN"}},
			Request{Method: "GET", URL: "http://a", Header: http.Header{"X-Key": {"t0ken-of-the-test"}}}},
		{"env behind a scheme", "http://a", Flags{Headers: []string{"Authorization: Bearer env:LOADLINE_TOKEN"}},
			Request{Method: "GET", URL: "http://a", Header: http.Header{"Authorization": {"Bearer t0ken-of-the-test"}}}},
		{"no scheme elsewhere", "http://a", Flags{Headers: []string{"X-Note: see file:x"}},
			Request{Method: "GET", URL: "http://a", Header: http.Header{"X-Note": {"see file:x"}}}},
		{"secret file", "http://a", Flags{Headers: []string{"X-Key: file:" + file(t, "k", "s3cret\r\n")}},
			Request{Method: "GET", URL: "http://a", Header: http.Header{"X-Key": {"s3cret"}}}},
		{"userinfo", "http://me:p%40ss@a/", Flags{},
			Request{Method: "GET", URL: "http://a/", Header: http.Header{"Authorization": {"Basic bWU6cEBzcw=="}}}},
		{"userinfo beside a header", "http://me:pass@a/", Flags{Headers: []string{"authorization: Bearer x"}},
			Request{Method: "GET", URL: "http://a/", Header: http.Header{"authorization": {"Bearer x"}}}},
		{"fragment", "http://a/b#c", Flags{}, Request{Method: "GET", URL: "http://a/b"}},
		{"international", "http://bücher.example/ü?ü=ü", Flags{},
			Request{Method: "GET", URL: "http://xn--bcher-kva.example/%C3%BC?%C3%BC=%C3%BC"}},
		{"IPv6", "http://[::1]:80/", Flags{}, Request{Method: "GET", URL: "http://[::1]:80/"}},
		{"cluster name", "http://my_service.ns:80/", Flags{}, Request{Method: "GET", URL: "http://my_service.ns:80/"}},
		{"content length", "http://a", Flags{Headers: []string{"Content-Length: 2"}, Bodies: []string{"ab"}},
			Request{Method: "POST", URL: "http://a", Header: form, Body: []byte("ab")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := FromFlags(c.url, c.flags)
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			want.Weight = 1
			if want.Header == nil {
				want.Header = http.Header{}
			}
			got := m.Requests[0]
			if len(got.Body) == 0 {
				got.Body = nil
			}
			if diff := cmp.Diff([]Request{want}, []Request{got}); diff != "" || len(m.Requests) != 1 {
				t.Error(diff)
			}
		})
	}
}

// Each fault names the flag and the value, unless that may be a credential.
func TestFromFlagsFaults(t *testing.T) {
	t.Setenv("LOADLINE_EMPTY", "")
	t.Setenv("LOADLINE_INJECT", "hush\r\nX-Evil: 1")
	header := func(h string) Flags { return Flags{Headers: []string{h}} }
	for _, c := range []struct {
		url   string
		flags Flags
		want  string
	}{
		{"", Flags{}, `URL ""`},
		{"localhost:8080", Flags{}, `perhaps "http://localhost:8080"`},
		{"example.com/x", Flags{}, `perhaps "http://example.com/x"`},
		{"ftp://a/", Flags{}, `URL "ftp://a/": want http://`},
		{"http://", Flags{}, `no host`},
		{"http:///path", Flags{}, `no host`},
		{"http:a", Flags{}, `no host`},
		{"http://a:", Flags{}, `no port`},
		{"http://a:0/", Flags{}, `port "0": want 1 to 65535`},
		{"http://a:65536/", Flags{}, `port "65536"`},
		{"http://a:x/", Flags{}, `invalid port`},
		{"http://a/ b", Flags{}, `%20`},
		{"http://a/\r\nX: y", Flags{}, `control character`},
		{"http://a/\x1b[31m", Flags{}, `\x1b[31m`},
		{"http://a/%zz", Flags{}, `invalid URL escape "%zz"`},
		{"http://a\"b/", Flags{}, `host "a\"b"`},
		{"http://a;b/", Flags{}, `host "a;b"`},
		{"http://me:hunter22@/", Flags{}, `"http://[redacted]@/": no host`},
		{"http://me:hunt/er22@a/", Flags{}, `"http://[redacted]@a/": cannot be read`},
		{"me:hunter22@a/", Flags{}, `[redacted]@a/`},
		{"http://a", Flags{Method: "GE\nT"}, `--method: method "GE\nT"`},
		{"http://a", Flags{Method: "CONNECT"}, `opens a tunnel`},
		{"http://a", header("X-Key hunter22"), `header "X-Key": want "Name: value"`},
		{"http://a", header(": hunter22"), `header ""`},
		{"http://a", header("Authorization:"), `header "Authorization"`},
		{"http://a", header("Bad Name: hunter22"), `header "Bad Name": the name`},
		{"http://a", header("X-Key: hunter22\r\nX-Evil: 1"), `header "X-Key": the value has a control character (0x0d) at byte 9`},
		{"http://a", header("X-Key: env:LOADLINE_MISSING"), `header "X-Key": env:"LOADLINE_MISSING"`},
		{"http://a", header("X-Key: env:LOADLINE_EMPTY"), `not set or empty`},
		{"http://a", header("X-Key: env:LOADLINE_INJECT"), `control character (0x0d) at byte 5`},
		{"http://a", header("X-Key: file:/no/such"), `file:"/no/such": no such file`},
		{"http://a", header("X-Key: file:" + file(t, "e", "\n")), `the file is empty`},
		{"http://a", header("X-Key: file:" + file(t, "l", strings.Repeat("x", longestSecret+1))), `larger than 64 KiB`},
		{"http://a", header("X-Key: file:" + t.TempDir()), `is a directory`},
		{"http://a", header("Transfer-Encoding: chunked"), `header "Transfer-Encoding"`},
		{"http://a", header("Content-Length: 5"), `the body has 0 bytes`},
		{"http://a", header("Host: a b"), `want one host`},
		{"http://a", Flags{Headers: []string{"Host: a", "Host: b"}}, `want one host`},
		{"http://a", Flags{Headers: []string{"Host: a", "host: b"}}, `want one host`},
		{"http://a", Flags{Bodies: []string{"@/no/such"}}, `--body: body file "/no/such": no such file`},
		{"http://a", Flags{Bodies: []string{"@"}}, `no path given`},
		{"http://a", Flags{Bodies: []string{"@-"}}, `standard input is taken`},
	} {
		_, err := FromFlags(c.url, c.flags)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q %+v:\n got %v\nwant %s", c.url, c.flags, err, c.want)
		}
		if err != nil && (strings.Contains(err.Error(), "hunter22") || strings.ContainsAny(err.Error(), "\x1b\r\n")) {
			t.Errorf("the fault shows what it should not: %q", err)
		}
	}
}
