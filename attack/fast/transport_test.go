package fast

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/targets"
)

func secureServer(t *testing.T, config *tls.Config, handle http.HandlerFunc) (*httptest.Server, *tls.Config) {
	t.Helper()
	s := httptest.NewUnstartedServer(handle)
	s.TLS = config
	s.Config.ErrorLog = quietLog
	s.StartTLS()
	t.Cleanup(s.Close)
	return s, &tls.Config{RootCAs: s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
}

func TestTLS(t *testing.T) {
	for _, keepAlive := range []bool{true, false} {
		s, trusted := secureServer(t, nil, func(w http.ResponseWriter, r *http.Request) {
			if r.TLS == nil || r.ProtoMajor != 1 {
				w.WriteHeader(http.StatusTeapot)
			}
			_, _ = w.Write(make([]byte, 100_000)) // several TLS records
		})
		o := options()
		o.TLS, o.KeepAlive = trusted, keepAlive
		e := built(t, o, to(s.URL))
		allOK(t, send(t, e, closedLoad(2, 150*time.Millisecond)))
		allOK(t, send(t, e, openLoad(20, 150*time.Millisecond)))
		if got := e.Traffic(); keepAlive != (got.Reused > 0) {
			t.Errorf("keep-alive %v: %d connections reused", keepAlive, got.Reused)
		}
	}
}

func TestTLSUploads(t *testing.T) {
	body := []byte(strings.Repeat("0123456789", 100_000))
	s, trusted := secureServer(t, nil, func(w http.ResponseWriter, r *http.Request) {
		if got := readAll(r); got != string(body) {
			w.WriteHeader(http.StatusBadRequest)
		}
	})
	o := options()
	o.TLS = trusted
	allOK(t, send(t, built(t, o, targets.Request{Method: "POST", URL: s.URL, Body: body}), closedLoad(2, 100*time.Millisecond)))
}

func TestUnknownAuthorityIsATLSError(t *testing.T) {
	s, _ := secureServer(t, nil, quick)
	step := send(t, built(t, options(), to(s.URL)), openLoad(50, 60*time.Millisecond))
	if step.Sent == 0 || step.Counts.Error != step.Sent || step.Errors[0].Class != engine.TLS {
		t.Errorf("%+v of %d, %+v", step.Counts, step.Sent, step.Errors)
	}
}

func TestMutualTLS(t *testing.T) {
	certificate, pool := ownCertificate(t)
	s, trusted := secureServer(t, &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool}, quick)
	o := options()
	o.TLS = trusted.Clone()
	o.TLS.Certificates = []tls.Certificate{certificate}
	allOK(t, send(t, built(t, o, to(s.URL)), closedLoad(1, 60*time.Millisecond)))

	o.TLS = trusted
	step := send(t, built(t, o, to(s.URL)), openLoad(50, 60*time.Millisecond))
	if step.Sent == 0 || step.Counts.Error != step.Sent {
		t.Errorf("without a certificate: %+v of %d", step.Counts, step.Sent)
	}
}

func ownCertificate(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	plan := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "client"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	raw, err := x509.CreateCertificate(rand.Reader, plan, plan, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, pool
}

// listening is a server on a listener of the test's own.
func listening(t *testing.T, network, address string) net.Listener {
	t.Helper()
	listener, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(quick))
	_ = s.Listener.Close()
	s.Listener = listener
	s.Start()
	t.Cleanup(s.Close)
	return listener
}

func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	listening(t, "unix", path)
	o := options()
	o.UnixSocket = path
	e := built(t, o, to("http://anything.test/"))
	allOK(t, send(t, e, closedLoad(3, 60*time.Millisecond)))
	if hits := e.Traffic().Hits; hits[path] == 0 || len(hits) != 1 {
		t.Errorf("addresses %v", hits)
	}
}

func TestMissingUnixSocket(t *testing.T) {
	o := options()
	o.UnixSocket = filepath.Join(t.TempDir(), "none")
	step := send(t, built(t, o, to("http://anything.test/")), closedLoad(2, 60*time.Millisecond))
	if step.Sent == 0 || step.Counts.Error != step.Sent || step.Errors[0].Class != engine.Socket {
		t.Errorf("%+v of %d, %+v", step.Counts, step.Sent, step.Errors)
	}
	if step.Sent > 2*8 {
		t.Errorf("%d requests within 60ms: failing to connect must pause, too", step.Sent)
	}
}

func TestIPv6(t *testing.T) {
	address := listening(t, "tcp", "[::1]:0").Addr().String()
	e := built(t, options(), to("http://"+address+"/"))
	allOK(t, send(t, e, closedLoad(2, 60*time.Millisecond)))
	if e.Traffic().Hits[address] == 0 {
		t.Errorf("addresses %v", e.Traffic().Hits)
	}
}

func TestConnectTo(t *testing.T) {
	var host sync.Map
	s := serve(t, func(_ http.ResponseWriter, r *http.Request) { host.Store(r.Host, true) })
	o := options()
	o.ConnectTo = map[string]string{"service.test:80": strings.TrimPrefix(s.URL, "http://")}
	allOK(t, send(t, built(t, o, to("http://service.test/")), closedLoad(1, 50*time.Millisecond)))
	if _, ok := host.Load("service.test"); !ok {
		t.Error("the Host header is not that of the URL")
	}
}

func TestRefusesWhatItCannotDo(t *testing.T) {
	mix, err := targets.NewMix(to("http://127.0.0.1/"))
	if err != nil {
		t.Fatal(err)
	}
	for name, set := range map[string]func(o *engine.Options){
		"HTTP/2":                    func(o *engine.Options) { o.HTTP2 = true },
		"HTTP/2 in the clear":       func(o *engine.Options) { o.H2C = true },
		"proxy":                     func(o *engine.Options) { o.Proxy = &url.URL{Scheme: "http", Host: "127.0.0.1:1"} },
		"redirects to elsewhere":    func(o *engine.Options) { o.AnyOrigin = true },
		"what no engine can honour": func(o *engine.Options) { o.Timeout = -1 },
	} {
		o := options()
		set(&o)
		if e, err := New(o, mix); err == nil {
			t.Errorf("%s: accepted", name)
			_ = e.Close()
		}
	}
}

func TestRefusesRequestsThatCannotBeSent(t *testing.T) {
	tunnel := &targets.Mix{Requests: []targets.Request{{Method: "CONNECT", URL: "http://127.0.0.1/"}}}
	if _, err := New(options(), tunnel); err == nil {
		t.Error("CONNECT accepted")
	}
	split := &targets.Mix{Requests: []targets.Request{{Method: "GET", URL: "http://127.0.0.1/", Header: http.Header{"X": {"a\r\nY: b"}}}}}
	if _, err := New(options(), split); err == nil {
		t.Error("a header with a line break accepted")
	}
}

// Handshakes and session tickets come between the responses, and do not date
// them back: none is quicker than the service.
func TestNoResponseBeforeTheServiceGaveIt(t *testing.T) {
	var asked atomic.Int64
	s, client := secureServer(t, nil, func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(time.Millisecond)
		if asked.Add(1)%3 == 0 {
			w.Header().Set("Connection", "close")
		}
	})
	o := options()
	o.TLS = client
	for _, load := range []record.Load{record.ClosedLoad(100), record.OpenLoad(3000, record.Poisson)} {
		e := built(t, o, to(s.URL))
		step := send(t, e, record.Trial{Load: load, Duration: 400 * time.Millisecond})
		if least := step.Service.OK.Min.Std(); least < time.Millisecond*999/1000 {
			t.Errorf("%v: a response after %v from a service that takes 1ms", load, least)
		}
	}
}
