package vegeta

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"loadline/attack/engine"
	"loadline/attack/engine/dial"
)

// pool is the carrier that keeps connections, for each host its own.
type pool struct {
	dialer    *dial.Dialer
	transport *http.Transport // makes the connections; never asked for a round trip
	many      bool            // requests share a connection: HTTP/2
	most      int             // connections to one host; 0: no bound
	idle      time.Duration

	mu    sync.Mutex
	hosts map[string]*host

	reused, waits, waited atomic.Int64
}

func newPool(o engine.Options) *pool {
	dialer := dial.New(o)
	p := &pool{
		dialer: dialer, many: o.HTTP2 || o.H2C, most: o.Connections, idle: engine.MaxIdle,
		hosts: map[string]*host{},
		transport: &http.Transport{
			DialContext: dialer.DialContext, TLSClientConfig: o.TLS.Clone(),
			DisableCompression: true, DisableKeepAlives: !o.KeepAlive,
			MaxResponseHeaderBytes: engine.MaxHeader, Protocols: protocols(o),
		},
	}
	if o.Proxy != nil {
		p.transport.Proxy = http.ProxyURL(o.Proxy)
	}
	return p
}

func protocols(o engine.Options) *http.Protocols {
	var p http.Protocols
	p.SetHTTP1(!o.HTTP2 && !o.H2C)
	p.SetHTTP2(o.HTTP2)
	p.SetUnencryptedHTTP2(o.H2C)
	return &p
}

// tries is how often a request is sent whose stream the service refuses. It
// has not looked at it then (RFC 9113, 8.7); that happens where more streams
// were begun than it allows before it had said how many those are.
const tries = 3

// RoundTrip sends on a connection that has room. The connection is free for
// the next once the body has been read and closed. A request goes out once
// more, on a new connection, where the service had closed the first unasked.
func (p *pool) RoundTrip(r *http.Request) (*http.Response, error) {
	for try, stale := 1, false; ; try++ {
		response, l, err := p.send(r, stale)
		if err == nil || try == tries {
			return response, err
		}
		again := !stale && l.stale() && engine.Repeatable(r.Method, r.ContentLength) && r.Context().Err() == nil
		if !again && !(engine.StreamWasRefused(err) && rewind(r)) {
			return response, err
		}
		stale = again
	}
}

// rewind makes the body of a request ready to be sent again.
func rewind(r *http.Request) bool {
	if r.Body == nil || r.Body == http.NoBody {
		return true
	}
	if r.GetBody == nil {
		return false
	}
	body, err := r.GetBody()
	r.Body = body
	return err == nil
}

// send sends on a connection, if possible one that has carried nothing before.
// It also gives the connection, nil where there was none to be had.
func (p *pool) send(r *http.Request, unused bool) (*http.Response, *line, error) {
	h := p.host(r.URL)
	l, err := h.take(r.Context(), unused)
	if err != nil {
		return nil, nil, err
	}
	answered := p.depart(r, h, l)
	response, err := l.conn.RoundTrip(r)
	if err != nil {
		h.give(l)
		return nil, l, err
	}
	if response.Body == http.NoBody {
		answered()
		return response, l, nil
	}
	response.Body = &lent{ReadCloser: response.Body, giveBack: answered}
	return response, l, nil
}

// depart counts a request that goes out on a connection. The result is to be
// called once it is answered: it frees the connection.
func (p *pool) depart(r *http.Request, h *host, l *line) (answered func()) {
	fresh := l.used.Add(1) == 1
	if !fresh {
		p.reused.Add(1)
	}
	if p.many || l.wire == nil {
		return func() { h.give(l) }
	}
	l.wire.Expect()
	return func() {
		note(r.Context(), l.wire, fresh)
		h.give(l)
	}
}

// lent is a body whose end frees its connection.
type lent struct {
	io.ReadCloser
	giveBack func()
}

func (b *lent) Close() error {
	err := b.ReadCloser.Close()
	b.giveBack()
	return err
}

func (p *pool) host(u *url.URL) *host {
	key := u.Scheme + "://" + u.Host
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.hosts[key]
	if h == nil {
		h = &host{pool: p, scheme: u.Scheme, address: address(u), lines: map[*line]bool{}}
		p.hosts[key] = h
	}
	return h
}

// address is "host:port" of a URL.
func address(u *url.URL) string {
	if u.Port() != "" {
		return u.Host
	}
	if u.Scheme == "https" {
		return u.Host + ":443"
	}
	return u.Host + ":80"
}

// open makes a connection.
func (p *pool) open(ctx context.Context, scheme, address string) (*line, error) {
	l := &line{}
	conn, err := p.transport.NewClientConn(dial.Catch(ctx, &l.wire), scheme, address)
	if err != nil {
		return nil, err
	}
	l.conn = conn
	return l, nil
}

func (p *pool) count(t *engine.Traffic) {
	p.dialer.Count(t)
	t.Reused, t.Waits, t.Waited = p.reused.Load(), p.waits.Load(), time.Duration(p.waited.Load())
	if p.most == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.hosts {
		t.Slots += h.slots()
	}
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.hosts {
		h.close()
	}
	p.dialer.Close()
}
