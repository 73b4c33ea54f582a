package demo

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, c Config) *Server {
	t.Helper()
	s, err := Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// do sends a request over a connection of its own.
func do(t *testing.T, method, url, body string) (int, string, error) {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

// Every service, with every defence, answers, is healthy, and ends.
func TestServices(t *testing.T) {
	for _, one := range Services() {
		for _, defence := range append(one.Defences, "") {
			s := start(t, Config{Name: one.Name, Defence: defence})
			method, body := "GET", ""
			if strings.HasPrefix(one.Flags, "-d ") {
				method, body = "POST", strings.TrimPrefix(one.Flags, "-d ")
			}
			if status, text, err := do(t, method, s.URL(), body); status != 200 || text == "" {
				t.Errorf("%s, defence %s: %d %q %v", one.Name, defence, status, text, err)
			}
			if status, _, err := do(t, "GET", s.URL()+"/healthz", ""); status != 200 {
				t.Errorf("%s, defence %s: health %d %v", one.Name, defence, status, err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if _, _, err := do(t, "GET", s.URL(), ""); err == nil {
				t.Errorf("%s answers after its end", one.Name)
			}
		}
	}
}

func TestStartRefuses(t *testing.T) {
	taken := start(t, Config{Name: "ratelimit"})
	for want, c := range map[string]Config{
		`no service "busy": want lines, ratelimit, toobusy`:          {Name: "busy"},
		`service lines has no defence "lag": want in-flight or none`: {Name: "lines", Defence: Lag},
		"address already in use":                                     {Name: "toobusy", Addr: strings.TrimPrefix(taken.URL(), "http://")},
		"start ratelimit: the limit":                                 {Name: "ratelimit", Limit: -1},
		"start toobusy: the in-flight":                               {Name: "toobusy", InFlight: -1},
		"start lines: open":                                          {Name: "lines", File: t.TempDir()},
	} {
		if _, err := Start(t.Context(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// The context that a signal ends, ends the service, with requests in progress
// and more waiting.
func TestEndsUnderLoad(t *testing.T) {
	for _, name := range []string{"lines", "toobusy"} {
		ctx, cancel := context.WithCancel(t.Context())
		s, err := Start(ctx, Config{Name: name, Defence: None})
		if err != nil {
			t.Fatal(err)
		}
		answered := make(chan struct{}, 100)
		var group sync.WaitGroup
		for range 100 {
			group.Go(func() {
				for {
					status, _, err := do(t, "POST", s.URL(), "text")
					if ctx.Err() != nil {
						return
					}
					if err != nil || status != 200 {
						t.Errorf("%s: %d %v", name, status, err)
						return
					}
					select {
					case answered <- struct{}{}:
					default:
					}
				}
			})
		}
		<-answered
		cancel()
		if err := s.Wait(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		group.Wait()
	}
}

func TestHostileClients(t *testing.T) {
	s := start(t, Config{Name: "lines"})
	for name, c := range map[string]struct{ send, want string }{
		"a huge header": {"GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 2*maxHeader) + "\r\n\r\n", "431"},
		"a huge body":   {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + strings.Repeat("x", 100000), "413"},
		"garbage":       {"\x16\x03\x01\x02\r\n\r\n", "400"},
		"two lengths":   {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx", "400"},
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
		if err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = io.WriteString(conn, c.send) }()
		answer := make([]byte, len("HTTP/1.1 400"))
		if _, err := io.ReadFull(conn, answer); err != nil || !strings.HasSuffix(string(answer), c.want) {
			t.Errorf("%s is answered %q %v, want %s", name, answer, err, c.want)
		}
		conn.Close()
	}
}

// One connection too many is closed; when another ends there is room again.
func TestBoundedConnections(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &bounded{Listener: inner, most: 2}
	defer b.Close()
	accepted := make(chan net.Conn)
	go func() {
		for {
			c, err := b.Accept()
			if err != nil {
				close(accepted)
				return
			}
			accepted <- c
		}
	}()
	dial := func() net.Conn {
		c, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	dial()
	dial()
	one, two := <-accepted, <-accepted
	defer two.Close()
	third := dial()
	_ = third.SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := third.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the third connection reads %v", err)
	}
	one.Close()
	one.Close() // closing twice makes room once
	dial()
	(<-accepted).Close()
	if b.open != 1 {
		t.Errorf("%d connections count as open", b.open)
	}
}
