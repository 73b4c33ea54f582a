package vegeta_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"testing"
	"time"
)

// clientCertificate is a certificate for "client" and the authority that signed it.
func clientCertificate(t *testing.T) (*x509.CertPool, tls.Certificate) {
	t.Helper()
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"},
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	authorityKey, authorityText := sign(t, authority, authority, nil)
	client := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "client"},
		NotAfter: time.Now().Add(time.Hour), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	clientKey, clientText := sign(t, client, authority, authorityKey)
	pool, parsed := x509.NewCertPool(), must(t)(x509.ParseCertificate(authorityText))
	pool.AddCert(parsed)
	return pool, tls.Certificate{Certificate: [][]byte{clientText}, PrivateKey: clientKey}
}

// sign makes a key and a certificate for it; by is nil where it signs itself.
func sign(t *testing.T, of, parent *x509.Certificate, by *ecdsa.PrivateKey) (*ecdsa.PrivateKey, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if by == nil {
		by = key
	}
	text, err := x509.CreateCertificate(rand.Reader, of, parent, &key.PublicKey, by)
	if err != nil {
		t.Fatal(err)
	}
	return key, text
}

func must(t *testing.T) func(*x509.Certificate, error) *x509.Certificate {
	return func(c *x509.Certificate, err error) *x509.Certificate {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
}

// quiet keeps a server's expected handshake errors out of the test's output.
func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
