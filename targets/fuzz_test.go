package targets

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	vegeta "github.com/tsenart/vegeta/v12/lib"
)

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"GET http://a/\nX-A: 1\n#loadline: weight=2\n\nPOST http://me:pass@b:80/?token=abcd\n@body\n",
		"\ufeffM-SEARCH http://[::1]/\tx\r\n", "GET http://b\u00fccher/\u00fc?\u00fc\n", "GET http://a/%zz", "GET http://a:0x50/",
		"GET http://a/\nContent-Length: 0\nHost: b\nhost: c\n", "GET http://a\nTransfer-Encoding: chunked",
	} {
		f.Add(text, false)
	}
	for _, text := range []string{
		`{"method":"POST","url":"http://a/","header":{"X-A":["1"]},"body":"Rk9P","weight":2}` + "\n{}",
		`{"url":"http://a","method":"GET"}`, `{"method":"g\u0000"}`, `{"header":{"":[""]}}`, `[{}]`,
	} {
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, asJSON bool) {
		if strings.Contains(text, "file:") || strings.Contains(text, "@") && !asJSON {
			return // would read the files of this machine
		}
		format := "http"
		if asJSON {
			format = "json"
		}
		m, err := Read(strings.NewReader(text), "fuzz", format, Flags{})
		if err != nil {
			checkFault(t, err)
			return
		}
		var again strings.Builder
		for k := range m.Requests {
			checkSendable(t, &m.Requests[k])
			writeTarget(&again, &m.Requests[k])
		}
		n, err := Read(strings.NewReader(again.String()), "again", "json", Flags{})
		if err != nil {
			t.Fatalf("cannot read what it wrote: %v\n%s", err, again.String())
		}
		if diff := cmp.Diff(m.Requests, n.Requests, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// checkFault wants the place in front and nothing that a terminal obeys.
func checkFault(t *testing.T, err error) {
	t.Helper()
	text := err.Error()
	if !strings.HasPrefix(text, "fuzz:") || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x9b }) {
		t.Fatalf("fault %q", text)
	}
}

// checkSendable wants a request that arrives as it was meant: nothing breaks
// out of a line, nothing is added.
func checkSendable(t *testing.T, r *Request) {
	t.Helper()
	if r.Weight < 1 || r.Weight > MaxWeight {
		t.Fatalf("weight %d", r.Weight)
	}
	sent, err := (&vegeta.Target{Method: r.Method, URL: r.URL, Header: r.Header, Body: r.Body}).Request()
	if err != nil {
		t.Fatalf("cannot be made: %v", err)
	}
	var wire bytes.Buffer
	if err := sent.Write(&wire); err != nil {
		t.Fatalf("cannot be written: %v", err)
	}
	got, err := http.ReadRequest(bufio.NewReader(&wire))
	if err != nil {
		t.Fatalf("cannot be read by a server: %v\n%q", err, wire.String())
	}
	if got.Method != r.Method || len(got.TransferEncoding) != 0 || got.URL.RequestURI() != sent.URL.RequestURI() {
		t.Fatalf("arrives as %s %s, sent as %s %s", got.Method, got.URL, r.Method, r.URL)
	}
}

// writeTarget writes the request as a line of the "json" format. Values that
// look like a reference to a secret cannot be written, which is wanted.
func writeTarget(out *strings.Builder, r *Request) {
	line, _ := json.Marshal(map[string]any{"method": r.Method, "url": r.URL, "header": r.Header, "body": r.Body, "weight": r.Weight})
	out.Write(append(line, '\n'))
}

func FuzzFlags(f *testing.F) {
	f.Add("http://a/", "GET", "X-A: 1", "body")
	f.Add("http://me:pa/ss@a/", "", "Authorization: Bearer env:NOPE", "")
	f.Add("//\x1b[31m", "G\r\n", "Content-Length: 4", "four")
	f.Fuzz(func(t *testing.T, url, method, header, body string) {
		if strings.Contains(header, "file:") || strings.HasPrefix(body, "@") {
			return
		}
		m, err := FromFlags(url, Flags{Method: method, Headers: []string{header}, Bodies: []string{body}})
		if err != nil {
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x9b }) {
				t.Fatalf("fault %q", err)
			}
			return
		}
		if !bytes.Equal(m.Requests[0].Body, []byte(body)) {
			t.Fatalf("body %q, given %q", m.Requests[0].Body, body)
		}
		checkSendable(t, &m.Requests[0])
		m.Describe()
	})
}
