package vegeta_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/attack/vegeta"
	"loadline/targets"
)

func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	var host atomic.Pointer[string]
	s := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { host.Store(&r.Host) })}
	go s.Serve(listener) //nolint:errcheck // ends with Close
	defer s.Close()
	options := patient()
	options.UnixSocket = path
	step, traffic := send(t, options, "http://service.test/")
	allOK(t, step)
	if *host.Load() != "service.test" || traffic.Hits[path] != traffic.Opened {
		t.Errorf("host %q, addresses %v", *host.Load(), traffic.Hits)
	}
	options.UnixSocket = path + "-not-there"
	step, _ = send(t, options, "http://service.test/")
	allFail(t, step, engine.Socket)
}

func TestIPv6(t *testing.T) {
	listener, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Fatalf("this test needs ::1 on the loopback interface: %v", err)
	}
	s := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}}
	s.Start()
	defer s.Close()
	step, traffic := send(t, patient(), s.URL)
	allOK(t, step)
	if traffic.Hits[listener.Addr().String()] == 0 {
		t.Errorf("addresses %v", traffic.Hits)
	}
}

func TestConnectTo(t *testing.T) {
	var host atomic.Pointer[string]
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { host.Store(&r.Host) }))
	defer s.Close()
	options := patient()
	options.ConnectTo = map[string]string{"service.test:80": s.Listener.Addr().String()}
	step, _ := send(t, options, "http://service.test/")
	allOK(t, step)
	if *host.Load() != "service.test" {
		t.Errorf("host %q", *host.Load())
	}
}

// Credentials do not leave their origin: another port, another name, and
// whatever comes after one of them, are others.
func TestRedirectsAnywhereKeepSecrets(t *testing.T) {
	t.Setenv("LOADLINE_KEY", "k3y-from-env")
	var told atomic.Pointer[http.Header]
	var here *httptest.Server
	there := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		told.Store(&r.Header)
		if r.URL.Path == "/and-back" {
			http.Redirect(w, r, here.URL+"/end", http.StatusFound)
		}
	}))
	defer there.Close()
	here = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/name":
			http.Redirect(w, r, strings.Replace(there.URL, "127.0.0.1", "localhost", 1), http.StatusFound)
		case "/port":
			http.Redirect(w, r, there.URL, http.StatusTemporaryRedirect)
		case "/back":
			http.Redirect(w, r, there.URL+"/and-back", http.StatusFound)
		case "/near":
			http.Redirect(w, r, "/end", http.StatusFound)
		case "/end":
			told.Store(&r.Header)
		}
	}))
	defer here.Close()
	for path, stays := range map[string]bool{"/name": false, "/port": false, "/back": false, "/near": true} {
		header := redirected(t, here.URL+path+"?token=in-query", &told)
		if header.Get("X-Plain") != "harmless" {
			t.Errorf("%s: what is no secret was dropped: %v", path, header)
		}
		for _, name := range []string{"Authorization", "Cookie", "X-Custom"} {
			if got := header.Get(name) != ""; got != stays {
				t.Errorf("%s: %s was sent on: %v, want %v", path, name, got, stays)
			}
		}
		if strings.Contains(header.Get("Referer"), "in-query") && !stays {
			t.Errorf("%s: the referer tells the query", path)
		}
	}
}

// redirected sends requests with secrets to a URL that redirects anywhere, and
// gives the header that came in at the end.
func redirected(t *testing.T, url string, told *atomic.Pointer[http.Header]) http.Header {
	t.Helper()
	mix, err := targets.FromFlags(url, targets.Flags{Headers: []string{
		"Authorization: x", "Cookie: a=b", "X-Custom: env:LOADLINE_KEY", "X-Plain: harmless",
	}})
	if err != nil {
		t.Fatal(err)
	}
	options := patient()
	options.AnyOrigin = true
	e, err := vegeta.New(options, mix)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	trial := record.Trial{Load: record.ClosedLoad(1), Duration: 30 * time.Millisecond}
	book := tally.New(trial)
	lasted, err := e.Send(context.Background(), trial, book)
	if err != nil {
		t.Fatal(err)
	}
	if step := book.Step(lasted); step.StatusCodes["200"] != step.Sent || step.Sent == 0 {
		t.Errorf("status codes %v of %d", step.StatusCodes, step.Sent)
	}
	return *told.Load()
}

// A connection that was idle for longer than it is trusted is not used again:
// servers close them at that moment, and the request would fail.
func TestIdleConnectionsAreNotTrusted(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.Config.IdleTimeout = engine.MaxIdle + 500*time.Millisecond
	s.Start()
	defer s.Close()
	step, traffic := sendTrial(t, patient(), s.URL,
		record.Trial{Load: record.OpenLoad(0.5, record.Constant), Duration: 2500 * time.Millisecond})
	allOK(t, step)
	if traffic.Opened != 2 {
		t.Errorf("%d connections for two requests 2s apart", traffic.Opened)
	}
}

// The response is not decoded: what a compressing server sends is what counts.
func TestBodiesAreNotDecoded(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(bytes.Repeat([]byte("not gzip"), 10)) //nolint:errcheck // a test's server
	}))
	defer s.Close()
	step, _ := send(t, patient(), s.URL)
	allOK(t, step)
}

// There is no cookie jar.
func TestNoCookies(t *testing.T) {
	var cookies atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cookies.Add(int64(len(r.Cookies())))
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "1"})
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/next", http.StatusFound)
		}
	}))
	defer s.Close()
	step, _ := send(t, patient(), s.URL)
	allOK(t, step)
	if cookies.Load() != 0 {
		t.Errorf("%d cookies came back", cookies.Load())
	}
}
