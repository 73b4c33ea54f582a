package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// FuzzParser holds the parser to itself and to net/http: it never panics and
// never takes more than the response; in pieces it finds what it finds in one;
// what it takes for valid net/http does, too, with the same status, length and
// end; and what net/http takes for valid it does, but for what it is stricter in.
func FuzzParser(f *testing.F) {
	for _, seed := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\nConnection: keep-alive\n\nrest",
		"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 05\r\nTransfer-Encoding: chunked\r\n\r\nhello",
		"HTTP/1.1 101 Switching\r\nX: a\r\n\tb\r\n\r\n",
	} {
		f.Add([]byte(seed), uint8(3), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, piece uint8, head bool) {
		var whole, pieces Parser
		whole.Begin(head)
		used, err := read(&whole, string(text), len(text)+1)
		pieces.Begin(head)
		usedPieces, errPieces := read(&pieces, string(text), int(piece)+1)
		if (err == nil) != (errPieces == nil) {
			t.Fatalf("whole: %v, in pieces of %d: %v", err, int(piece)+1, errPieces)
		}
		if used < 0 || used > len(text) {
			t.Fatalf("used %d of %d bytes", used, len(text))
		}
		if err == nil && (usedPieces != used || pieces.Status != whole.Status || pieces.Body != whole.Body || pieces.Close != whole.Close) {
			t.Fatalf("whole: %d bytes, %+v; in pieces: %d, %+v", used, whole, usedPieces, pieces)
		}
		compare(t, text, head, &whole, used, err)
		recalled(t, text, head, &whole, used, err)
	})
}

// recalled reads the text again with a memo of its head: nothing changes.
func recalled(t *testing.T, text []byte, head bool, want *Parser, used int, errWant error) {
	t.Helper()
	var memo Memo
	for range 2 {
		var p Parser
		p.Share(&memo)
		p.Begin(head)
		n, err := read(&p, string(text), len(text)+1)
		if (err == nil) != (errWant == nil) || n != used {
			t.Fatalf("with a memo: used %d, %v; without: %d, %v", n, err, used, errWant)
		}
		if err == nil && (p.Status != want.Status || p.Body != want.Body || p.Close != want.Close ||
			string(p.Location) != string(want.Location) || string(p.RetryAfter) != string(want.RetryAfter)) {
			t.Fatalf("with a memo %+v, without %+v", p, *want)
		}
	}
}

func compare(t *testing.T, text []byte, head bool, p *Parser, used int, err error) {
	t.Helper()
	want, errWant := reference(text, head)
	switch {
	case err != nil && errWant != nil, errWant != nil && laxer(errWant), err != nil && stricter(err):
	case err != nil || errWant != nil:
		t.Fatalf("error %v, net/http's %v", err, errWant)
	case p.Status != want.status || p.Body != want.body || used != want.used:
		t.Fatalf("status %d, body %d, used %d; net/http: %+v", p.Status, p.Body, used, want)
	case want.closes && !p.Close:
		t.Fatal("net/http closes the connection")
	}
}

type outcome struct {
	status, used int
	body         int64
	closes       bool
}

// reference reads the response as net/http's transport does.
func reference(text []byte, head bool) (outcome, error) {
	method := http.MethodGet
	if head {
		method = http.MethodHead
	}
	all := bytes.NewReader(text)
	r := bufio.NewReader(all)
	for {
		response, err := http.ReadResponse(r, &http.Request{Method: method})
		if err != nil {
			return outcome{}, err
		}
		if response.StatusCode/100 == 1 && response.StatusCode != 101 {
			continue
		}
		n, err := io.Copy(io.Discard, response.Body)
		used := len(text) - all.Len() - r.Buffered()
		return outcome{response.StatusCode, used, n, response.Close}, err
	}
}

// laxer says that net/http refuses what matters to those who read trailers.
func laxer(err error) bool {
	return strings.Contains(err.Error(), "trailer key") || strings.Contains(err.Error(), "long trailer")
}

// stricter says that the fault is one that net/http lets pass: see the
// package's comment. Trailers may not be folded nor end in a bare line feed.
func stricter(err error) bool {
	what, quoted, _ := strings.Cut(err.Error(), ` "`)
	line, errQuoted := strconv.Unquote(`"` + quoted)
	cutOff := errQuoted != nil
	name, _, _ := strings.Cut(line, ":")
	switch what {
	case "malformed status line":
		return cutOff || !statusLine1.MatchString(line)
	case "malformed header":
		return cutOff || strings.ContainsAny(name, " \t")
	case "malformed folded header", "malformed trailer":
		return true
	}
	return errors.Is(err, ErrTooLarge)
}

var statusLine1 = regexp.MustCompile(`^HTTP/1\.[0-9] +[1-9][0-9][0-9]( |$)`)
