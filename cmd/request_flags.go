package cmd

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"loadline/attack/engine"
)

// requestFlags say what is sent, as users of vegeta and curl know them.
type requestFlags struct {
	method  string
	headers []string
	bodies  []string
	targets string
	format  string
}

func (f *requestFlags) add(flags *pflag.FlagSet) {
	flags.StringVarP(&f.method, "method", "X", "", "request method (default GET, or POST with a body)")
	flags.StringArrayVarP(&f.headers, "header", "H", nil, "request header `'Name: value'`; the value env:NAME or file:PATH is read at start and never printed or stored")
	flags.StringArrayVarP(&f.bodies, "body", "d", nil, "request body, or `@file` (repeated bodies are joined by &)")
	flags.StringVar(&f.targets, "targets", "", "`file` of requests to send in turn, or by weight (- for stdin; see Targets)")
	flags.StringVar(&f.format, "format", "http", "format of the targets: http|json (as vegeta reads them)")
}

// transportFlags say how requests travel and how answers are judged.
type transportFlags struct {
	timeout     time.Duration
	ok          string
	engine      string
	late        string
	maxInFlight int
	connections int
	keepAlive   bool
	http2, h2c  bool
	unixSocket  string
	connectTo   []string
	dnsTTL      time.Duration
	proxy       string
	redirects   int
	anyOrigin   bool
	insecure    bool
	cert, key   string
	ca          string
}

func (f *transportFlags) add(flags *pflag.FlagSet) {
	flags.DurationVar(&f.timeout, "timeout", 10*time.Second, "how long a request may take")
	flags.StringVar(&f.ok, "ok", "200-399", "status codes that are a success, as `200-299,404`")
	flags.StringVar(&f.engine, "engine", "auto", "what sends: auto|fast|vegeta")
	flags.StringVar(&f.late, "late", "send", fmt.Sprintf("an arrival more than %v late is sent or dropped: send|drop; what still waits when the load ends is never sent, and counts as dropped", engine.Hiccup))
	flags.IntVar(&f.maxInFlight, "max-in-flight", 1000, "at most so many requests in flight")
	flags.IntVar(&f.connections, "connections", 0, "at most so many connections (default: as many as the load needs)")
	flags.BoolVar(&f.keepAlive, "keepalive", true, "use a connection for more than one request")
	flags.BoolVar(&f.http2, "http2", false, "HTTP/2 over TLS")
	flags.BoolVar(&f.h2c, "h2c", false, "HTTP/2 in the clear")
	flags.StringVar(&f.unixSocket, "unix-socket", "", "connect to this socket `path`")
	flags.StringArrayVar(&f.connectTo, "connect-to", nil, "`host:port:host:port`: dial the second where the URL says the first")
	flags.DurationVar(&f.dnsTTL, "dns-ttl", 30*time.Second, "how long resolved addresses are kept (0: for ever)")
	flags.StringVar(&f.proxy, "proxy", "", "HTTP proxy `URL`")
	flags.IntVar(&f.redirects, "redirects", 10, "follow at most so many redirects, within the same origin")
	flags.BoolVar(&f.anyOrigin, "redirects-anywhere", false, "redirects may leave the origin; credentials do not")
	flags.BoolVar(&f.insecure, "insecure", false, "do not verify the server's certificate")
	flags.StringVar(&f.cert, "cert", "", "client certificate `file` (PEM); needs --key")
	flags.StringVar(&f.key, "key", "", "key `file` of the client certificate (PEM)")
	flags.StringVar(&f.ca, "ca", "", "`file` of the authorities to trust (PEM) instead of the system's")
}

// options checks the flags and makes the engine's options of them.
func (f *transportFlags) options() (engine.Options, error) {
	o := engine.Options{
		Timeout: f.timeout, MaxInFlight: f.maxInFlight, Late: engine.Late(f.late),
		KeepAlive: f.keepAlive, Connections: f.connections, HTTP2: f.http2, H2C: f.h2c,
		UnixSocket: f.unixSocket, DNSTTL: f.dnsTTL,
		Redirects: f.redirects, AnyOrigin: f.anyOrigin,
	}
	if err := f.checkRanges(); err != nil {
		return o, usage(err)
	}
	var errs [4]error
	o.OK, errs[0] = parseStatuses(f.ok)
	o.ConnectTo, errs[1] = parseConnectTo(f.connectTo)
	o.Proxy, errs[2] = parseProxy(f.proxy)
	o.TLS, errs[3] = f.tls()
	return o, usage(errors.Join(errs[:]...))
}
