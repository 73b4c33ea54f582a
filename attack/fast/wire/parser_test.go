package wire

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// read feeds a response in pieces of so many bytes and then ends the connection.
func read(p *Parser, text string, piece int) (used int, err error) {
	for used < len(text) {
		n, complete, err := p.Feed([]byte(text[used:min(used+piece, len(text))]))
		used += n
		if err != nil || complete {
			return used, err
		}
	}
	return used, p.End()
}

func TestValid(t *testing.T) {
	const next = "HTTP/1.1 500 the next response"
	for _, tt := range []struct {
		name, text string
		head       bool
		status     int
		body       int64
		closes     bool
		endless    bool
	}{
		{name: "length", text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", status: 200, body: 5},
		{name: "no reason", text: "HTTP/1.1 404\r\ncontent-length:0\r\n\r\n", status: 404},
		{name: "line feeds", text: "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi", status: 200, body: 2},
		{name: "same length twice", text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi", status: 200, body: 2},
		{name: "chunks", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n", status: 200, body: 13},
		{name: "trailers", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\na\r\n0\r\nSum: 1\r\n\r\n", status: 200, body: 1},
		{name: "both lengths", text: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", status: 200, closes: true},
		{name: "until the end", text: "HTTP/1.1 200 OK\r\n\r\nall the rest", status: 200, body: 12, closes: true, endless: true},
		{name: "old", text: "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", status: 200, body: 1, closes: true},
		{name: "old and kept", text: "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\nx", status: 200, body: 1},
		{name: "old and chunked", text: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", status: 200, body: 5, closes: true, endless: true},
		{name: "close", text: "HTTP/1.1 200 OK\r\nConnection: foo, close\r\nContent-Length: 1\r\n\r\nx", status: 200, body: 1, closes: true},
		{name: "head", head: true, text: "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n", status: 200},
		{name: "no content", text: "HTTP/1.1 204 No Content\r\n\r\n", status: 204},
		{name: "not modified", text: "HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n", status: 304},
		{name: "interim", text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok", status: 201, body: 2},
		{name: "switching", text: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", status: 101, closes: true},
		{name: "folded", text: "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n", status: 200},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for piece := 1; piece <= len(tt.text)+len(next); piece++ {
				text := tt.text
				if !tt.endless {
					text += next
				}
				var p Parser
				p.Begin(tt.head)
				used, err := read(&p, text, piece)
				if err != nil {
					t.Fatalf("in pieces of %d: %v", piece, err)
				}
				if used != len(tt.text) {
					t.Fatalf("in pieces of %d: took %d bytes of a response of %d", piece, used, len(tt.text))
				}
				if p.Status != tt.status || p.Body != tt.body || p.Close != tt.closes {
					t.Fatalf("in pieces of %d: status %d, %d bytes, closes %v; want %d, %d, %v",
						piece, p.Status, p.Body, p.Close, tt.status, tt.body, tt.closes)
				}
			}
		})
	}
}

func TestMalformed(t *testing.T) {
	for name, text := range map[string]string{
		"garbage":              "\x00\x01\x02\r\n\r\n",
		"another protocol":     "SSH-2.0-OpenSSH_9.2\r\n",
		"version":              "HTTP/2.0 200 OK\r\n\r\n",
		"short status":         "HTTP/1.1 20 OK\r\n\r\n",
		"long status":          "HTTP/1.1 2000 OK\r\n\r\n",
		"signed status":        "HTTP/1.1 +20 OK\r\n\r\n",
		"small status":         "HTTP/1.1 099 OK\r\n\r\n",
		"no colon":             "HTTP/1.1 200 OK\r\nContent-Length 5\r\n\r\n",
		"no name":              "HTTP/1.1 200 OK\r\n: 5\r\n\r\n",
		"space before colon":   "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello",
		"control character":    "HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\n",
		"carriage return":      "HTTP/1.1 200 OK\r\nX: a\rContent-Length: 5\r\n\r\n",
		"negative length":      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
		"signed length":        "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\nx",
		"overflowing length":   "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\n",
		"empty length":         "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
		"list of lengths":      "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\nx",
		"two lengths":          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
		"folded length":        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n 2\r\n\r\nx",
		"folded at first":      "HTTP/1.1 200 OK\r\n X: y\r\n\r\n",
		"encoding":             "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
		"two encodings":        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"chunk without size":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n\r\n",
		"negative chunk":       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
		"overflowing chunk":    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\n",
		"chunk with 0x":        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n",
		"bare feed in chunk":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n",
		"chunk too long":       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
		"bare feed in trailer": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			for _, piece := range []int{1, 7, len(text)} {
				var p Parser
				p.Begin(false)
				_, err := read(&p, text, piece)
				if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
					t.Fatalf("in pieces of %d: error %v, want a fault in the response", piece, err)
				}
			}
		})
	}
}

func TestBrokenOff(t *testing.T) {
	const whole = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
	for cut := range len(whole) {
		want := io.ErrUnexpectedEOF
		if cut == 0 {
			want = io.EOF
		}
		var p Parser
		p.Begin(false)
		if _, err := read(&p, whole[:cut], 10); !errors.Is(err, want) {
			t.Errorf("cut at %d: error %v, want %v", cut, err, want)
		}
	}
}

// A service that sends for ever is given up before it costs memory.
func TestLimits(t *testing.T) {
	const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	for name, endless := range map[string]struct{ first, again string }{
		"status line": {"HTTP/1.1 200 ", "x"},
		"header line": {"HTTP/1.1 200 OK\r\nX: ", "x"},
		"headers":     {"HTTP/1.1 200 OK\r\n", "X: y\r\n"},
		"interim":     {"", "HTTP/1.1 103 Early\r\n\r\n"},
		"trailers":    {chunked + "0\r\n", "X: y\r\n"},
		"chunk line":  {chunked, "0"},
		"extensions":  {chunked, "1;" + strings.Repeat("x", 200) + "\r\na\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var p Parser
			p.Begin(false)
			_, _, err := p.Feed([]byte(endless.first))
			for n := 0; err == nil; n += len(endless.again) {
				if n > 2*MaxHead {
					t.Fatalf("took %d bytes", n)
				}
				_, _, err = p.Feed([]byte(endless.again))
			}
			if cap(p.held) > 4*MaxLine {
				t.Errorf("holds %d bytes", cap(p.held))
			}
		})
	}
}

func TestBodyTooLarge(t *testing.T) {
	for name, text := range map[string]string{
		"length": "HTTP/1.1 200 OK\r\nContent-Length: 1073741825\r\n\r\n",
		"chunks": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
	} {
		var p Parser
		p.Begin(false)
		if _, _, err := p.Feed([]byte(text)); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: error %v, want %v", name, err, ErrTooLarge)
		}
	}
}

func TestKeepsWhatIsAskedFor(t *testing.T) {
	var p Parser
	p.Begin(false)
	p.Feed([]byte("HTTP/1.1 302 Found\r\nlocation: /next \r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n"))
	if string(p.Location) != "/next" || len(p.RetryAfter) != 0 {
		t.Errorf("redirect: location %q, retry after %q", p.Location, p.RetryAfter)
	}
	p.Begin(false)
	p.Feed([]byte("HTTP/1.1 429 Too Many Requests\r\nLocation: /x\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n"))
	if string(p.RetryAfter) != "3" || len(p.Location) != 0 {
		t.Errorf("refusal: location %q, retry after %q", p.Location, p.RetryAfter)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	text := []byte("HTTP/1.1 200 OK\r\nServer: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
	var p Parser
	allocated := testing.AllocsPerRun(100, func() {
		p.Begin(false)
		if _, complete, err := p.Feed(text); !complete || err != nil {
			t.Fatal(complete, err)
		}
	})
	if allocated != 0 {
		t.Errorf("%v allocations a response", allocated)
	}
}

func BenchmarkFeed(b *testing.B) {
	text := []byte("HTTP/1.1 200 OK\r\nServer: nginx/1.22.1\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n" +
		"Content-Type: text/plain\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello")
	for _, memo := range []*Memo{nil, {}} {
		b.Run(fmt.Sprintf("memo=%v", memo != nil), func(b *testing.B) {
			var p Parser
			p.Share(memo)
			for b.Loop() {
				p.Begin(false)
				p.Feed(text)
			}
		})
	}
}

// A memo serves every parser that shares it, and gives way to another head.
func TestMemo(t *testing.T) {
	const other = "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno!"
	var memo Memo
	for i, text := range []string{short, short, other, short, other, other} {
		var p Parser
		p.Share(&memo)
		p.Begin(false)
		used, complete, err := p.Feed([]byte(text))
		if used != len(text) || !complete || err != nil {
			t.Fatalf("%d: used %d, complete %v, %v", i, used, complete, err)
		}
		if want := text == other; p.Close != want || (p.Status == 404) != want {
			t.Errorf("%d: status %d, closes %v", i, p.Status, p.Close)
		}
	}
	var p Parser
	p.Share(&memo)
	p.Begin(true)
	if used, complete, _ := p.Feed([]byte(other)); !complete || used != len(other)-3 {
		t.Errorf("after HEAD: used %d, complete %v", used, complete)
	}
}

const short = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
