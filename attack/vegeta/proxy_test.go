package vegeta_test

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"loadline/attack/engine"
)

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
