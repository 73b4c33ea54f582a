package engine_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/quick"

	"loadline/attack/engine"
	"loadline/attack/record"
)

func TestJudge(t *testing.T) {
	usual, err := engine.Options{}.Filled()
	if err != nil {
		t.Fatal(err)
	}
	own := engine.Options{OK: engine.Statuses{{200, 299}, {404, 404}, {503, 503}}}
	for _, c := range []struct {
		options engine.Options
		code    int
		outcome record.Outcome
		class   string
		example string
	}{
		{usual, 200, record.OK, "", ""},
		{usual, 399, record.OK, "", ""},
		{usual, 404, record.Error, "http_4xx", "404 Not Found"},
		{usual, 429, record.Shed, "", ""},
		{usual, 503, record.Shed, "", ""},
		{usual, 500, record.Error, "http_5xx", "500 Internal Server Error"},
		{usual, 599, record.Error, "http_5xx", "599"},
		{usual, 101, record.Error, "http_1xx", "101 Switching Protocols"},
		{usual, 999, record.Error, "http_other", "999"},
		{own, 404, record.OK, "", ""},
		{own, 503, record.OK, "", ""},
		{own, 302, record.Error, "http_3xx", "302 Found"},
		{engine.Options{OK: engine.Statuses{{500, 500}}}, 204, record.Error, "http_2xx", "204 No Content"},
	} {
		outcome, class, example := c.options.Judge(c.code)
		if outcome != c.outcome || class != c.class || example != c.example {
			t.Errorf("%d with ok %v is %v %q %q, want %v %q %q", c.code, c.options.OK, outcome, class, example, c.outcome, c.class, c.example)
		}
	}
}

// op is a network error as the net package wraps it.
func op(what string, err error) error {
	return &url.Error{Op: "Get", URL: "http://user:secret@host/?token=secret", Err: &net.OpError{
		Op: what, Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, Err: os.NewSyscallError(what, err),
	}}
}

func TestClassify(t *testing.T) {
	for class, errs := range map[string][]error{
		engine.Refused:     {op("connect", syscall.ECONNREFUSED)},
		engine.Reset:       {op("read", syscall.ECONNRESET), op("write", syscall.EPIPE), errors.New("http: transport connection broken: write")},
		engine.EOF:         {io.EOF, fmt.Errorf("body: %w", io.ErrUnexpectedEOF), net.ErrClosed, errors.New("http: server closed idle connection"), errors.New("http2: client conn not usable")},
		engine.TimedOut:    {context.DeadlineExceeded, engine.ErrTimeout, os.ErrDeadlineExceeded, op("connect", syscall.ETIMEDOUT)},
		engine.DNS:         {op("dial", &net.DNSError{Err: "no such host", Name: "x", IsNotFound: true}), &net.DNSError{IsTimeout: true}},
		engine.TLS:         {x509.UnknownAuthorityError{}, tls.RecordHeaderError{Msg: "x"}, tls.AlertError(42), x509.HostnameError{Certificate: &x509.Certificate{}}, &tls.CertificateVerificationError{Err: io.EOF}, errors.New("tls: handshake failure"), errors.New("http: server gave HTTP response to HTTPS client")},
		engine.Unreachable: {op("connect", syscall.EHOSTUNREACH), op("connect", syscall.ENETUNREACH)},
		engine.Malformed:   {errors.New(`malformed HTTP response "x"`), errors.New("net/http: HTTP/1.x transport connection broken: http: message cannot contain multiple Content-Length headers"), errors.New("http chunk length too large"), engine.ErrMalformed, errors.New("stream error: stream ID 1; PROTOCOL_ERROR")},
		engine.Oversized:   {engine.ErrOversized, errors.New("net/http: server response headers exceeded 262144 bytes; aborted")},
		engine.Stream:      {errors.New("stream error: stream ID 9; REFUSED_STREAM; received from peer")},
		engine.Redirect:    {fmt.Errorf("%w: stopped after 3", engine.ErrRedirect)},
		engine.Proxy:       {&net.OpError{Op: "proxyconnect", Err: errors.New("x")}, errors.New("Proxy Authentication Required")},
		engine.Socket:      {op("connect", syscall.ENOENT), op("connect", syscall.EACCES)},
		engine.Interrupted: {engine.ErrInterrupted, context.Canceled},
		engine.Descriptors: {op("socket", syscall.EMFILE), op("socket", syscall.ENFILE)},
		engine.Ports:       {op("connect", syscall.EADDRNOTAVAIL)},
		engine.Memory:      {op("write", syscall.ENOBUFS)},
		engine.Other:       {errors.New("who knows")},
	} {
		for _, err := range errs {
			outcome, got, example := engine.Classify(err)
			want := record.Error
			if class == engine.TimedOut {
				want = record.Timeout
			}
			if got != class || outcome != want {
				t.Errorf("%v is %v of class %s, want %v of %s", err, outcome, got, want, class)
			}
			if strings.Contains(example, "secret") || example == "" && err.Error() != "" {
				t.Errorf("example %q of %v", example, err)
			}
		}
	}
}

// Whatever the text, an example is short, printable and valid.
func TestExamplesAreBounded(t *testing.T) {
	check := func(text string) bool {
		example := engine.Example(errors.New(text))
		return len(example) <= 203 && strings.ToValidUTF8(example, "") == example && !strings.ContainsAny(example, "\x00\x1b\r\n\t")
	}
	if err := quick.Check(check, nil); err != nil {
		t.Error(err)
	}
	for _, text := range []string{strings.Repeat("ä", 1000), "\x1b[31m\r\nSet-Cookie", strings.Repeat("x", 199) + "äöü"} {
		if !check(text) {
			t.Errorf("example %q", engine.Example(errors.New(text)))
		}
	}
}
