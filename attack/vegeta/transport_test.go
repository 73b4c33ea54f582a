package vegeta_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
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

// send runs a short open trial against the URL and gives the step and what
// went over the connections.
func send(t *testing.T, options engine.Options, url string) (record.Step, engine.Traffic) {
	t.Helper()
	return sendTrial(t, options, url, record.Trial{Load: record.OpenLoad(100, record.Constant), Duration: 100 * time.Millisecond})
}

func sendTrial(t *testing.T, options engine.Options, url string, trial record.Trial) (record.Step, engine.Traffic) {
	t.Helper()
	mix, err := targets.NewMix(targets.Request{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	e, err := vegeta.New(options, mix)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	book := tally.New(trial)
	lasted, err := e.Send(context.Background(), trial, book)
	if err != nil {
		t.Fatal(err)
	}
	return book.Step(lasted), e.Traffic()
}

func patient() engine.Options {
	return engine.Options{KeepAlive: true, Timeout: 20 * time.Second, Redirects: 10}
}

// allOK checks that every request of a step succeeded.
func allOK(t *testing.T, step record.Step) {
	t.Helper()
	if step.Counts.OK != step.Sent || step.Sent == 0 {
		t.Errorf("counts %+v of %d, errors %+v", step.Counts, step.Sent, step.Errors)
	}
}

// allFail checks that every request failed as the class.
func allFail(t *testing.T, step record.Step, class string) {
	t.Helper()
	if len(step.Errors) != 1 || step.Errors[0].Class != class || step.Errors[0].Count != step.Sent || step.Sent == 0 {
		t.Errorf("errors %+v of %d, want all %s", step.Errors, step.Sent, class)
	}
}

// mostlyOK allows for Go's HTTP/2 server, which now and then takes a stream
// that it has just ended for one that is open, and refuses the next.
func mostlyOK(t *testing.T, step record.Step) {
	t.Helper()
	if step.Counts.OK < step.Sent*8/10 || step.Counts.Timeout != 0 || step.Sent == 0 {
		t.Errorf("counts %+v of %d, errors %+v", step.Counts, step.Sent, step.Errors)
	}
}

// protocols counts requests by protocol.
func protocols(seen *atomic.Pointer[string]) http.Handler {
	return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen.Store(&r.Proto) })
}

func TestTLSWithPrivateCA(t *testing.T) {
	var proto atomic.Pointer[string]
	s := httptest.NewUnstartedServer(protocols(&proto))
	s.EnableHTTP2, s.Config.ErrorLog = true, quiet()
	s.StartTLS()
	defer s.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(s.Certificate())

	options := patient()
	step, _ := send(t, options, s.URL)
	allFail(t, step, engine.TLS)

	options.TLS = &tls.Config{RootCAs: trusted}
	step, traffic := send(t, options, s.URL)
	allOK(t, step)
	if *proto.Load() != "HTTP/1.1" || traffic.Protocol != "HTTP/1.1" {
		t.Errorf("%s at the server, %s at the client: HTTP/2 was not asked for", *proto.Load(), traffic.Protocol)
	}

	options.TLS = &tls.Config{InsecureSkipVerify: true}
	step, _ = send(t, options, s.URL)
	allOK(t, step)

	options.TLS, options.HTTP2 = &tls.Config{RootCAs: trusted}, true
	step, traffic = send(t, options, s.URL)
	allOK(t, step)
	if *proto.Load() != "HTTP/2.0" || traffic.Protocol != "HTTP/2.0" {
		t.Errorf("%s at the server, %s at the client, want HTTP/2.0", *proto.Load(), traffic.Protocol)
	}
}

func TestHTTP2IsRefusedByAServerWithout(t *testing.T) {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.EnableHTTP2 = false
	s.TLS = &tls.Config{NextProtos: []string{"http/1.1"}}
	s.Config.ErrorLog = quiet()
	s.StartTLS()
	defer s.Close()
	options := patient()
	options.HTTP2, options.TLS = true, &tls.Config{InsecureSkipVerify: true}
	step, _ := send(t, options, s.URL)
	allFail(t, step, engine.TLS)
}

func TestMutualTLS(t *testing.T) {
	ca, certificate := clientCertificate(t)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := r.TLS.PeerCertificates[0].Subject.CommonName; name != "client" {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	s.TLS = &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: ca}
	s.Config.ErrorLog = quiet()
	s.StartTLS()
	defer s.Close()
	options := patient()
	options.TLS = &tls.Config{InsecureSkipVerify: true, Certificates: []tls.Certificate{certificate}}
	step, _ := send(t, options, s.URL)
	allOK(t, step)
	options.TLS = &tls.Config{InsecureSkipVerify: true}
	step, _ = send(t, options, s.URL)
	allFail(t, step, engine.TLS)
}

func h2cServer(handler http.Handler, streams int) *httptest.Server {
	s := httptest.NewUnstartedServer(handler)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Config.Protocols.SetHTTP1(true)
	s.Config.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: streams}
	s.Start()
	return s
}

func TestH2C(t *testing.T) {
	var proto atomic.Pointer[string]
	s := h2cServer(protocols(&proto), 100)
	defer s.Close()
	options := patient()
	options.H2C = true
	step, traffic := send(t, options, s.URL)
	allOK(t, step)
	if *proto.Load() != "HTTP/2.0" || traffic.Opened != 1 || traffic.Reused != step.Sent-1 {
		t.Errorf("%s over %d connections, %d reused", *proto.Load(), traffic.Opened, traffic.Reused)
	}
}

// A connection of HTTP/2 carries so many streams; further requests go on
// further connections, or wait and are counted where those are bounded.
func TestStreams(t *testing.T) {
	var active, most atomic.Int64
	s := h2cServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		n := active.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(20 * time.Millisecond)
		active.Add(-1)
	}), 4)
	defer s.Close()
	trial := record.Trial{Load: record.ClosedLoad(20), Duration: 400 * time.Millisecond}
	options := patient()
	options.H2C = true
	step, traffic := sendTrial(t, options, s.URL, trial)
	mostlyOK(t, step)
	if most.Load() < 16 || traffic.Opened < 4 {
		t.Errorf("%d at once over %d connections; 20 are wanted and each carries 4", most.Load(), traffic.Opened)
	}
	if traffic.Slots != 0 {
		t.Errorf("%d slots without a bound", traffic.Slots)
	}

	most.Store(0)
	options.Connections = 2
	step, traffic = sendTrial(t, options, s.URL, trial)
	mostlyOK(t, step)
	if most.Load() > 8 || traffic.Opened != 2 {
		t.Errorf("%d at once over %d connections that carry 8", most.Load(), traffic.Opened)
	}
	if traffic.Slots != 8 || traffic.Waits < step.Sent/4 || traffic.Waited <= 0 {
		t.Errorf("%d slots, %d of %d waited for %s", traffic.Slots, traffic.Waits, step.Sent, traffic.Waited)
	}
}

func TestHTTP2FlagsNeedTheirScheme(t *testing.T) {
	for url, options := range map[string]engine.Options{
		"http://127.0.0.1:1/":  {KeepAlive: true, HTTP2: true},
		"https://127.0.0.1:1/": {KeepAlive: true, H2C: true},
		"http://127.0.0.1:2/":  {KeepAlive: true, H2C: true, HTTP2: true},
		"https://127.0.0.1:2/": {HTTP2: true},
	} {
		mix, err := targets.NewMix(targets.Request{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := vegeta.New(options, mix); err == nil {
			t.Errorf("%s with %+v was accepted", url, options)
		}
	}
}

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

// fakeDNS answers with the addresses of the moment.
type fakeDNS struct {
	addresses atomic.Pointer[[]string]
	asked     atomic.Int64
}

func (d *fakeDNS) LookupHost(context.Context, string) ([]string, error) {
	d.asked.Add(1)
	if list := d.addresses.Load(); list != nil {
		return *list, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: "service.test", IsNotFound: true}
}

// loopbacks starts one server on several addresses of one port.
func loopbacks(t *testing.T, addresses ...string) (port string) {
	t.Helper()
	port = "0"
	for _, address := range addresses {
		listener, err := net.Listen("tcp", net.JoinHostPort(address, port))
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ = net.SplitHostPort(listener.Addr().String())
		s := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
		go s.Serve(listener) //nolint:errcheck // ends with Close
		t.Cleanup(func() { s.Close() })
	}
	return port
}

func TestDNSSpreadsOverAllAddresses(t *testing.T) {
	port := loopbacks(t, "127.0.0.2", "127.0.0.3", "127.0.0.4")
	dns := &fakeDNS{}
	dns.addresses.Store(&[]string{"127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"}) // nobody listens on .5
	options := patient()
	options.KeepAlive, options.Resolver = false, dns
	step, traffic := send(t, options, "http://service.test:"+port)
	allOK(t, step)
	for _, address := range []string{"127.0.0.2", "127.0.0.3", "127.0.0.4"} {
		if n := traffic.Hits[address+":"+port]; n < 2 {
			t.Errorf("%s was hit %d times of %d: %v", address, n, step.Sent, traffic.Hits)
		}
	}
	if dns.asked.Load() != 1 {
		t.Errorf("the resolver was asked %d times", dns.asked.Load())
	}
}

func TestDNSFailureIsItsOwnClass(t *testing.T) {
	options := patient()
	options.Resolver = &fakeDNS{}
	step, _ := send(t, options, "http://service.test/")
	allFail(t, step, engine.DNS)
}

// When the time to live is over and the name has moved, connections follow.
func TestDNSMoves(t *testing.T) {
	port := loopbacks(t, "127.0.0.2", "127.0.0.3")
	dns := &fakeDNS{}
	dns.addresses.Store(&[]string{"127.0.0.2"})
	options := patient()
	options.Resolver, options.DNSTTL = dns, time.Millisecond
	time.AfterFunc(50*time.Millisecond, func() { dns.addresses.Store(&[]string{"127.0.0.3"}) })
	step, traffic := sendTrial(t, options, "http://service.test:"+port,
		record.Trial{Load: record.OpenLoad(200, record.Constant), Duration: 400 * time.Millisecond})
	allOK(t, step)
	if traffic.Hits["127.0.0.2:"+port] == 0 || traffic.Hits["127.0.0.3:"+port] == 0 {
		t.Errorf("addresses %v", traffic.Hits)
	}
}

// proxy is a forward proxy: absolute URIs and CONNECT.
func proxy(t *testing.T, used *atomic.Int64) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		used.Add(1)
		if r.Header.Get("Proxy-Authorization") == "" {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		if r.Method == http.MethodConnect {
			tunnel(w, r.Host)
			return
		}
		r.RequestURI = ""
		r.Header.Del("Proxy-Authorization")
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer response.Body.Close()
		w.WriteHeader(response.StatusCode)
		io.Copy(w, response.Body) //nolint:errcheck // a test's proxy
	}))
}

func tunnel(w http.ResponseWriter, host string) {
	there, err := net.Dial("tcp", host)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	here, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	here.Write([]byte("HTTP/1.1 200 OK\r\n\r\n")) //nolint:errcheck // a test's proxy
	go func() { io.Copy(there, here); there.Close() }()
	go func() { io.Copy(here, there); here.Close() }()
}

func TestProxy(t *testing.T) {
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	var used, served atomic.Int64
	handler := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served.Add(1) })
	plain, secure := httptest.NewServer(handler), httptest.NewUnstartedServer(handler)
	secure.EnableHTTP2 = true
	secure.StartTLS()
	defer plain.Close()
	defer secure.Close()
	p := proxy(t, &used)
	defer p.Close()
	where, _ := url.Parse(strings.Replace(p.URL, "http://", "http://user:secret@", 1))
	options := patient()
	options.Proxy, options.TLS = where, &tls.Config{InsecureSkipVerify: true}
	step, _ := send(t, options, plain.URL)
	allOK(t, step)
	if used.Load() != step.Sent || served.Load() != step.Sent {
		t.Errorf("%d requests, %d at the proxy, %d at the service", step.Sent, used.Load(), served.Load())
	}
	for _, h2 := range []bool{false, true} {
		used.Store(0)
		options.HTTP2 = h2
		step, traffic := send(t, options, secure.URL)
		allOK(t, step)
		if used.Load() != traffic.Opened || traffic.Opened == 0 {
			t.Errorf("%d tunnels for %d connections", used.Load(), traffic.Opened)
		}
	}
	where.User, options.HTTP2 = nil, false
	step, _ = send(t, options, secure.URL)
	allFail(t, step, engine.Proxy)
}

func TestRedirectsAnywhere(t *testing.T) {
	there := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			w.WriteHeader(http.StatusTeapot) // a credential must not leave its origin
		}
	}))
	defer there.Close()
	here := httptest.NewServer(http.RedirectHandler(strings.Replace(there.URL, "127.0.0.1", "localhost", 1), http.StatusFound))
	defer here.Close()
	mix, err := targets.NewMix(targets.Request{URL: here.URL, Header: http.Header{"Authorization": {"Bearer x"}}})
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
	trial := record.Trial{Load: record.ClosedLoad(1), Duration: 50 * time.Millisecond}
	book := tally.New(trial)
	lasted, err := e.Send(context.Background(), trial, book)
	if err != nil {
		t.Fatal(err)
	}
	step := book.Step(lasted)
	if step.StatusCodes["200"] != step.Sent {
		t.Errorf("status codes %v of %d", step.StatusCodes, step.Sent)
	}
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
