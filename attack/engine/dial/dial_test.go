package dial_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loadline/attack/engine"
	"loadline/attack/engine/dial"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// listen accepts connections on an address and closes them with the test.
func listen(t *testing.T, network, address string) net.Listener {
	t.Helper()
	listener, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	var accepting sync.WaitGroup
	accepting.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			conn.Write([]byte("hello")) //nolint:errcheck // a test's server
			conn.Close()
		}
	})
	t.Cleanup(func() { listener.Close(); accepting.Wait() })
	return listener
}

// dns is a resolver whose answer can be changed.
type dns struct {
	mu        sync.Mutex
	addresses []string
	err       error
	asked     int
	answered  chan struct{} // gets one for every look-up, where it is not nil
}

func (d *dns) LookupHost(context.Context, string) ([]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked++
	if d.answered != nil {
		defer func() { d.answered <- struct{}{} }()
	}
	return d.addresses, d.err
}

func (d *dns) set(err error, addresses ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.addresses, d.err = addresses, err
}

func newDialer(t *testing.T, o engine.Options) *dial.Dialer {
	d := dial.New(o)
	t.Cleanup(d.Close)
	return d
}

// reach dials and gives the address that was reached.
func reach(t *testing.T, d *dial.Dialer, address string) string {
	t.Helper()
	conn, err := d.DialContext(context.Background(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	return conn.(*dial.Conn).Address()
}

func portOf(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func TestCountsWhatPasses(t *testing.T) {
	l := listen(t, "tcp", "127.0.0.1:0")
	d := newDialer(t, engine.Options{})
	conn, err := d.DialContext(context.Background(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.Write([]byte("hi")) //nolint:errcheck // counted below
	buffer := make([]byte, 10)
	for n := 0; n < 5; {
		m, err := conn.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		n += m
	}
	var traffic engine.Traffic
	d.Count(&traffic)
	if traffic.Opened != 1 || traffic.BytesIn != 5 || traffic.BytesOut != 2 || traffic.Hits[l.Addr().String()] != 1 || traffic.Connect <= 0 {
		t.Errorf("%+v", traffic)
	}
}

func TestTakesAddressesInTurn(t *testing.T) {
	first := listen(t, "tcp", "127.0.0.2:0")
	port := portOf(first)
	listen(t, "tcp", "127.0.0.3:"+port)
	names := &dns{addresses: []string{"127.0.0.2", "127.0.0.3", "127.0.0.9"}} // nobody is at .9
	d := newDialer(t, engine.Options{Resolver: names})
	reached := map[string]int{}
	for range 20 {
		reached[reach(t, d, "service.test:"+port)]++
	}
	if reached["127.0.0.2:"+port] < 8 || reached["127.0.0.3:"+port] < 8 {
		t.Errorf("reached %v", reached)
	}
	if names.asked != 1 {
		t.Errorf("%d look-ups, want one for ever", names.asked)
	}
}

func TestFollowsANameThatMoves(t *testing.T) {
	first := listen(t, "tcp", "127.0.0.2:0")
	port := portOf(first)
	listen(t, "tcp", "127.0.0.3:"+port)
	names := &dns{addresses: []string{"127.0.0.2"}, answered: make(chan struct{}, 100)}
	d := newDialer(t, engine.Options{Resolver: names, DNSTTL: time.Nanosecond})
	conn, err := d.DialContext(context.Background(), "tcp", "service.test:"+port)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	<-names.answered
	names.set(nil, "127.0.0.3")
	c := conn.(*dial.Conn)
	for !c.Moved() { // each asks for a look-up in the background
		<-names.answered
	}
	if got := reach(t, d, "service.test:"+port); got != "127.0.0.3:"+port {
		t.Errorf("reached %s after the name moved", got)
	}
	names.set(errors.New("the resolver is away"))
	for len(names.answered) > 0 {
		<-names.answered
	}
	if got := reach(t, d, "service.test:"+port); got != "127.0.0.3:"+port {
		t.Errorf("reached %s while the resolver is away", got)
	}
}

func TestFailures(t *testing.T) {
	l := listen(t, "tcp", "127.0.0.2:0")
	port := portOf(l)
	for name, c := range map[string]struct {
		options engine.Options
		address string
		class   string
	}{
		"no such name":      {engine.Options{Resolver: &dns{err: &net.DNSError{Err: "no such host", IsNotFound: true}}}, "x.test:80", engine.DNS},
		"no addresses":      {engine.Options{Resolver: &dns{}}, "x.test:80", engine.DNS},
		"nobody there":      {engine.Options{}, "127.0.0.9:" + port, engine.Refused},
		"nobody anywhere":   {engine.Options{Resolver: &dns{addresses: []string{"127.0.0.8", "127.0.0.9"}}}, "x.test:" + port, engine.Refused},
		"no socket":         {engine.Options{UnixSocket: "/not/there"}, "x.test:80", engine.Socket},
		"not an address":    {engine.Options{}, "x", engine.Other},
		"connected to none": {engine.Options{ConnectTo: map[string]string{"x.test:80": "127.0.0.9:" + port}}, "x.test:80", engine.Refused},
	} {
		_, err := newDialer(t, c.options).DialContext(context.Background(), "tcp", c.address)
		if err == nil {
			t.Errorf("%s: connected", name)
			continue
		}
		if _, class, _ := engine.Classify(err); class != c.class {
			t.Errorf("%s: %v is of class %s, want %s", name, err, class, c.class)
		}
	}
}

// One caller's patience with a slow resolver is its own.
func TestSlowResolver(t *testing.T) {
	release := make(chan struct{})
	d := newDialer(t, engine.Options{Resolver: slow{release}})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := d.DialContext(ctx, "tcp", "x.test:80")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	close(release)
}

type slow struct{ release chan struct{} }

func (s slow) LookupHost(ctx context.Context, _ string) ([]string, error) {
	select {
	case <-s.release:
		return []string{"127.0.0.1"}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func TestCatch(t *testing.T) {
	l := listen(t, "tcp", "127.0.0.1:0")
	var caught *dial.Conn
	conn, err := newDialer(t, engine.Options{}).DialContext(dial.Catch(context.Background(), &caught), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if caught != conn || caught.Moved() {
		t.Errorf("caught %v", caught)
	}
	if !slices.Equal([]string{caught.Address()}, []string{l.Addr().String()}) {
		t.Errorf("address %s", caught.Address())
	}
}
