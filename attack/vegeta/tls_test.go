package vegeta_test

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"loadline/attack/engine"
)

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
