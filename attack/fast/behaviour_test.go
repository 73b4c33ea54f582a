package fast

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/targets"
)

var quietLog = log.New(io.Discard, "", 0)

func readAll(r *http.Request) string {
	body, _ := io.ReadAll(r.Body)
	return string(body)
}

const short = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

// A server closes a connection after each answer without saying so. What is
// sent on it meanwhile goes to a new connection and is no error.
func TestStaleConnectionIsReplaced(t *testing.T) {
	url := script(t, func(_ int, c net.Conn, r *bufio.Reader) {
		if reply(c, r, short) {
			// Close while the next request may be under way.
			_, _ = r.Peek(1)
		}
	})
	e := built(t, options(), to(url))
	step := send(t, e, closedLoad(2, 100*time.Millisecond))
	allOK(t, step)
	if got := e.Traffic(); got.Opened < 4 || got.Reused == 0 {
		t.Errorf("%d opened, %d reused: the server never closed a used connection", got.Opened, got.Reused)
	}
}

// The same with requests that must not be sent twice: they fail.
func TestPostIsNotRepeated(t *testing.T) {
	var posts atomic.Int64
	url := script(t, func(_ int, c net.Conn, r *bufio.Reader) {
		if reply(c, r, short) {
			posts.Add(1)
			if request, err := http.ReadRequest(r); err == nil {
				posts.Add(1)
				_, _ = io.Copy(io.Discard, request.Body)
			}
		}
	})
	step := send(t, built(t, options(), targets.Request{Method: "POST", URL: url, Body: []byte("x")}), closedLoad(1, 100*time.Millisecond))
	if posts.Load() != step.Sent {
		t.Errorf("%d posts arrived of %d sent", posts.Load(), step.Sent)
	}
	if step.Counts.Error == 0 || step.Counts.OK == 0 {
		t.Errorf("%+v", step.Counts)
	}
}

// A connection that breaks within an answer is an error, and never retried.
func TestBrokenAnswerIsAnError(t *testing.T) {
	url := script(t, func(_ int, c net.Conn, r *bufio.Reader) {
		if reply(c, r, short) {
			reply(c, r, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok")
		}
	})
	step := send(t, built(t, options(), to(url)), closedLoad(1, 100*time.Millisecond))
	if step.Counts.OK == 0 || step.Counts.Error < step.Counts.OK-1 || step.Errors[0].Class != engine.EOF {
		t.Errorf("%+v, %+v", step.Counts, step.Errors)
	}
}

// Answers of every framing, one after the other on the same connections.
func TestFramings(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/chunked":
			for range 3 {
				_, _ = io.WriteString(w, strings.Repeat("x", 1000))
				w.(http.Flusher).Flush()
			}
		case "/early":
			w.WriteHeader(http.StatusEarlyHints)
			_, _ = io.WriteString(w, "done")
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		case "/same":
			w.WriteHeader(http.StatusNotModified)
		case "/large":
			_, _ = w.Write(make([]byte, 3<<20))
		}
	})
	var requests []targets.Request
	for _, path := range []string{"/chunked", "/early", "/none", "/same", "/large"} {
		requests = append(requests, to(s.URL+path), targets.Request{Method: "HEAD", URL: s.URL + path})
	}
	var mu sync.Mutex
	bodies := map[string]int64{}
	o := options()
	o.Observer = func(seen *engine.Seen) {
		mu.Lock()
		defer mu.Unlock()
		bodies[seen.Target.Method+strings.TrimPrefix(seen.Target.URL, s.URL)] = seen.BytesIn
	}
	e := built(t, o, requests...)
	allOK(t, send(t, e, openLoad(100, 300*time.Millisecond)))
	for path, want := range map[string]int64{"GET/chunked": 3000, "GET/early": 4, "GET/none": 0, "GET/same": 0, "GET/large": 3 << 20, "HEAD/large": 0} {
		if got, seen := bodies[path]; got != want || !seen {
			t.Errorf("%s: %d bytes of body, want %d", path, got, want)
		}
	}
	if got := e.Traffic(); got.Opened > 30 {
		t.Errorf("%d connections opened", got.Opened)
	}
}

func TestCloseDelimited(t *testing.T) {
	url := script(t, func(_ int, c net.Conn, r *bufio.Reader) {
		reply(c, r, "HTTP/1.0 200 OK\r\n\r\nuntil the end")
	})
	e := built(t, options(), to(url))
	step := send(t, e, closedLoad(2, 60*time.Millisecond))
	allOK(t, step)
	if got := e.Traffic(); got.Reused != 0 || got.Opened < step.Sent {
		t.Errorf("%d opened, %d reused for %d requests", got.Opened, got.Reused, step.Sent)
	}
}

// What nobody asked for makes a connection useless and no request fail.
func TestUnsolicitedBytes(t *testing.T) {
	url := script(t, func(_ int, c net.Conn, r *bufio.Reader) {
		for reply(c, r, short+"HTTP/1.1 500 surprise\r\n\r\n") {
		}
	})
	e := built(t, options(), to(url))
	allOK(t, send(t, e, closedLoad(2, 60*time.Millisecond)))
	if e.Traffic().Reused != 0 {
		t.Error("a connection with left-over bytes was used again")
	}
}

// In both models each part of a mix is sent in its proportion, whatever loop sends it.
func TestMixKeepsItsWeights(t *testing.T) {
	var counts [2]atomic.Int64
	s := serve(t, func(_ http.ResponseWriter, r *http.Request) { counts[len(r.URL.Path)-2].Add(1) })
	e := built(t, options(), targets.Request{URL: s.URL + "/a", Weight: 1}, targets.Request{URL: s.URL + "/bb", Weight: 3})
	step := send(t, e, openLoad(400, 200*time.Millisecond))
	allOK(t, step)
	if a, b := counts[0].Load(), counts[1].Load(); b < 3*a-8 || b > 3*a+8 {
		t.Errorf("%d and %d requests with weights of 1 and 3", a, b)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// Connections of fifty steps in every mode leave nothing behind.
func TestDescriptorsStayFlat(t *testing.T) {
	before := descriptors(t)
	s := httptest.NewServer(http.HandlerFunc(quick))
	for _, keepAlive := range []bool{true, false} {
		o := options()
		o.KeepAlive = keepAlive
		e := mustNew(t, o, to(s.URL))
		most := 0
		for i := range 25 {
			n := 1 + i%8
			send(t, e, closedLoad(n, 10*time.Millisecond))
			if i == 8 {
				most = descriptors(t) + 2*8
			}
			if now := descriptors(t); i > 8 && now > most {
				t.Fatalf("%d descriptors after step %d, at most %d expected", now, i, most)
			}
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if after := descriptors(t); after > before+2 {
		t.Errorf("%d descriptors before and %d after", before, after)
	}
}

// Requests that take different paths through the loop have their time-out
// counted from when they were sent.
func TestTimeoutWhileConnecting(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0") // it never accepts, and TLS waits for it
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // the test is over
	o := options()
	o.Timeout = 50 * time.Millisecond
	step := send(t, built(t, o, to("https://"+listener.Addr().String())), closedLoad(2, 100*time.Millisecond))
	if step.Counts.Timeout != step.Sent || step.Sent < 2 {
		t.Errorf("%+v of %d, %+v", step.Counts, step.Sent, step.Errors)
	}
}

func TestRedirectKeepsOrChangesTheMethod(t *testing.T) {
	for status, want := range map[int]string{301: "GET 0", 302: "GET 0", 303: "GET 0", 307: "POST 5", 308: "POST 5"} {
		var got sync.Map
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			body := readAll(r)
			if r.URL.Path == "/from" {
				w.Header().Set("Location", "to?x=1#part")
				w.WriteHeader(status)
				return
			}
			got.Store(fmt.Sprintf("%s %d", r.Method, len(body)), r.URL.String())
		})
		e := built(t, options(), targets.Request{Method: "POST", URL: s.URL + "/from", Body: []byte("12345")})
		allOK(t, send(t, e, openLoad(100, 30*time.Millisecond)))
		if url, ok := got.Load(want); !ok || url != "/to?x=1" {
			t.Errorf("%d: %q did not arrive at /to?x=1", status, want)
		}
	}
}

func TestSharesAddUp(t *testing.T) {
	for total := range 20 {
		for n := 1; n < 9; n++ {
			sum := 0
			for i := range n {
				sum += share(total, i, n)
			}
			if sum != total {
				t.Errorf("%d in %d parts add up to %d", total, n, sum)
			}
		}
	}
}

// With several loops the whole is what was asked.
func TestSeveralLoops(t *testing.T) {
	s := serve(t, quick)
	e := built(t, options(), to(s.URL))
	for len(e.loops) < 3 {
		l, err := newLoop(e)
		if err != nil {
			t.Fatal(err)
		}
		e.loops = append(e.loops, l)
	}
	step := send(t, e, openLoad(300, 200*time.Millisecond))
	allOK(t, step)
	if step.Scheduled != 60 {
		t.Errorf("%d scheduled, want 60", step.Scheduled)
	}
	step = send(t, e, closedLoad(7, 100*time.Millisecond))
	allOK(t, step)
	if *step.InFlight.Max > 7 {
		t.Errorf("%d in flight, want at most 7", *step.InFlight.Max)
	}
	step = send(t, e, record.Trial{Load: record.ClosedLoad(1), Duration: 50 * time.Millisecond})
	if allOK(t, step); *step.InFlight.Max != 1 {
		t.Errorf("%d in flight, want 1", *step.InFlight.Max)
	}
}
