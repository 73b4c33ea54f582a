// Package dial opens the connections of the engines: to a unix socket, to
// another address than the URL says, or to the addresses that a name resolves
// to, in turn. It counts what goes through them.
package dial

import (
	"context"
	"fmt"
	"net"
	"sync"
	"time"

	"loadline/attack/engine"
)

// attempt is how long one of several addresses may take to answer.
const attempt = time.Second

// Dialer opens connections. Any number of goroutines may use it.
type Dialer struct {
	unix      string
	connectTo map[string]string
	names     *names
	net       net.Dialer
	count     counter
	cancel    func()
}

// Close gives up look-ups in the background. Connections stay open.
func (d *Dialer) Close() { d.cancel() }

// New makes a dialer of the options that are about connections. Close ends
// its look-ups.
func New(o engine.Options) *Dialer {
	resolver := o.Resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Dialer{
		unix: o.UnixSocket, connectTo: o.ConnectTo, cancel: cancel,
		names: &names{ctx: ctx, resolver: resolver, ttl: o.DNSTTL, known: map[string]*name{}},
		net:   net.Dialer{KeepAlive: -1},
		count: counter{hits: map[string]int64{}, missed: map[string]engine.Miss{}},
	}
}

// DialContext opens a connection to "host:port"; its signature is that of
// http.Transport.DialContext. The result is a *Conn.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	began := time.Now()
	conn, err := d.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	conn.count = &d.count
	d.count.opened(conn.address, time.Since(began))
	if caught, ok := ctx.Value(catcher{}).(**Conn); ok {
		*caught = conn
	}
	return conn, nil
}

func (d *Dialer) dial(ctx context.Context, network, address string) (*Conn, error) {
	if d.unix != "" {
		return d.to(ctx, "unix", d.unix)
	}
	if other, ok := d.connectTo[address]; ok {
		address = other
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("dial %q: %w", address, err)
	}
	if net.ParseIP(host) != nil {
		return d.to(ctx, network, address)
	}
	return d.byName(ctx, network, host, port)
}

func (d *Dialer) to(ctx context.Context, network, address string) (*Conn, error) {
	conn, err := d.net.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &Conn{Conn: conn, address: address}, nil
}

// byName tries the addresses of the host from the one whose turn it is. One
// that does not answer is passed over until the name is looked up again; the
// error is that of the first.
func (d *Dialer) byName(ctx context.Context, network, host, port string) (*Conn, error) {
	name := d.names.get(host)
	var first error
	addresses, err := name.inTurn(ctx)
	for i, address := range addresses {
		var conn *Conn
		conn, err = d.one(ctx, network, net.JoinHostPort(address, port), i < len(addresses)-1)
		if err == nil {
			conn.name, conn.host = name, address
			return conn, nil
		}
		if first == nil {
			first = err
		}
		if ctx.Err() != nil || Local(err) {
			break
		}
		name.avoid(address)
		if len(addresses) > 1 {
			d.count.miss(net.JoinHostPort(address, port), err)
		}
	}
	if first == nil {
		first = err
	}
	return nil, first
}

func (d *Dialer) one(ctx context.Context, network, address string, others bool) (*Conn, error) {
	if others {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, attempt)
		defer cancel()
	}
	return d.to(ctx, network, address)
}

// Local says whether a failure is this machine's own, whatever the address.
func Local(err error) bool {
	_, class, _ := engine.Classify(err)
	return class == engine.Descriptors || class == engine.Ports || class == engine.Memory
}

// Count adds what was counted so far to the traffic.
func (d *Dialer) Count(t *engine.Traffic) { d.count.report(t) }

// catcher is the context key under which DialContext leaves its connection.
type catcher struct{}

// Catch is a context whose dial leaves its connection in *conn, for callers
// that get to dial only through a library.
func Catch(ctx context.Context, conn **Conn) context.Context {
	return context.WithValue(ctx, catcher{}, conn)
}

// counter is what went through a dialer's connections.
type counter struct {
	bytes
	mu     sync.Mutex
	total  int64
	hits   map[string]int64
	missed map[string]engine.Miss
	took   [101]time.Duration // of the last connections, to open
}
