package engine

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"unicode"

	"loadline/attack/record"
)

// The classes of failures. They are few and stable, so that a thousand resets
// are one line of a report; an HTTP status is "http_4xx" and so on.
const (
	Refused     = "connection_refused"
	Reset       = "connection_reset"
	EOF         = "eof" // the connection was closed before the answer was complete
	TimedOut    = "timeout"
	DNS         = "dns"
	TLS         = "tls"
	Unreachable = "unreachable"
	Malformed   = "malformed"      // the answer is not what the protocol allows
	Oversized   = "oversized"      // headers or body beyond MaxHeader or MaxBody
	Stream      = "stream_refused" // HTTP/2: the service wanted no more requests on the connection
	Redirect    = "redirect"       // too many of them, or to where they may not go
	Proxy       = "proxy"
	Socket      = "socket"           // the unix socket is not there or may not be opened
	Interrupted = record.Interrupted // abandoned because the run was stopped
	Descriptors = "descriptors"      // the generator's own: no more files
	Ports       = "ports"            // the generator's own: no free local port
	Memory      = "memory"           // the generator's own: no buffers
	Other       = "other"
)

// Errors that engines give as, or within, the failure of a request.
var (
	ErrInterrupted = errors.New("abandoned: the run was stopped")
	ErrTimeout     = errors.New("no answer in time")
	ErrOversized   = errors.New("the answer is larger than loadline takes")
	ErrRedirect    = errors.New("redirect not followed")
	ErrMalformed   = errors.New("malformed answer")
)

// Judge says what an answer with the status code is: OK where the flags say
// so, else Shed for the codes that refuse on purpose, else Error with a class
// and the status text as its example.
func (o *Options) Judge(code int) (outcome record.Outcome, class, example string) {
	switch {
	case o.OK.Contains(code):
		return record.OK, "", ""
	case code == http.StatusTooManyRequests || code == http.StatusServiceUnavailable:
		return record.Shed, "", ""
	case code < 100 || code > 599:
		return record.Error, "http_other", StatusLine(code)
	}
	return record.Error, [...]string{"http_1xx", "http_2xx", "http_3xx", "http_4xx", "http_5xx"}[code/100-1], StatusLine(code)
}

// StatusLine is "404 Not Found".
func StatusLine(code int) string {
	return strings.TrimRight(digits(code)+" "+http.StatusText(code), " ")
}

// digits is a status code of up to three digits.
func digits(code int) string {
	code = min(max(code, 0), 999)
	return string([]byte{byte('0' + code/100), byte('0' + code/10%10), byte('0' + code%10)})
}

// Classify says what kind of failure err is.
func Classify(err error) (outcome record.Outcome, class, example string) {
	class = classOf(err)
	if class == TimedOut {
		outcome = record.Timeout
	} else {
		outcome = record.Error
	}
	return outcome, class, Example(err)
}

// classOf goes from the most telling cause to the least: a time-out while
// dialling is a time-out, a look-up that found nothing is dns.
func classOf(err error) string {
	if errors.Is(err, ErrInterrupted) || errors.Is(err, context.Canceled) {
		return Interrupted
	}
	for _, known := range byError {
		if errors.Is(err, known.err) {
			return known.class
		}
	}
	return byType(err)
}

var byError = []struct {
	err   error
	class string
}{
	{ErrTimeout, TimedOut},
	{context.DeadlineExceeded, TimedOut},
	{ErrOversized, Oversized},
	{ErrRedirect, Redirect},
	{ErrMalformed, Malformed},
	{syscall.EMFILE, Descriptors},
	{syscall.ENFILE, Descriptors},
	{syscall.EADDRNOTAVAIL, Ports},
	{syscall.EADDRINUSE, Ports},
	{syscall.ENOBUFS, Memory},
	{syscall.ENOMEM, Memory},
	{syscall.ECONNREFUSED, Refused},
	{syscall.ECONNRESET, Reset},
	{syscall.ECONNABORTED, Reset},
	{syscall.EPIPE, Reset},
	{syscall.EHOSTUNREACH, Unreachable},
	{syscall.ENETUNREACH, Unreachable},
	{syscall.ENETDOWN, Unreachable},
	{syscall.ETIMEDOUT, TimedOut},
	{syscall.ENOENT, Socket},
	{syscall.EACCES, Socket},
}

func byType(err error) string {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return DNS
	}
	if isTLS(err) {
		return TLS
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "proxyconnect" {
		return Proxy
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() || errors.Is(err, os.ErrDeadlineExceeded) {
		return TimedOut
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) {
		return EOF
	}
	return byText(err.Error())
}

func isTLS(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.AlertError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return true
	}
	_, ok := errors.AsType[x509.HostnameError](err)
	return ok
}

// refusedStream is how net/http words that code; it has no type for it.
const refusedStream = "REFUSED_STREAM"

// StreamWasRefused says whether the service refused an HTTP/2 stream without
// looking at the request.
func StreamWasRefused(err error) bool { return strings.Contains(err.Error(), refusedStream) }

// byText knows the failures that net/http gives no type.
func byText(text string) string {
	for _, known := range []struct{ part, class string }{
		{"tls: ", TLS}, {"x509: ", TLS}, {"server gave HTTP response to HTTPS client", TLS},
		{refusedStream, Stream},
		{"exceeded", Oversized}, {"response headers larger", Oversized},
		{"malformed", Malformed}, {"invalid", Malformed}, {"unsupported transfer encoding", Malformed}, {"Content-Length", Malformed}, {"chunk", Malformed},
		{"client conn", EOF}, // net/http's words for an HTTP/2 connection that the service has closed
		{"stream error", Malformed}, {"http2: ", Malformed}, {"connection error: ", Malformed},
		{"server closed", EOF}, {"GOAWAY", EOF}, {"connection lost", EOF}, {"broken", Reset},
		{"roxy", Proxy},
	} {
		if strings.Contains(text, known.part) {
			return known.class
		}
	}
	return Other
}

// maxExample bounds the text of a failure, which a hostile server may have a hand in.
const maxExample = 200

// Example is the text of a failure as a report may show it: without the URL,
// whose query may hold a secret, without control characters, of bounded length.
func Example(err error) string {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	text := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, err.Error())
	if len(text) <= maxExample {
		return text
	}
	return strings.ToValidUTF8(text[:maxExample], "") + "..."
}
