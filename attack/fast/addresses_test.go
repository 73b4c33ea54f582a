package fast

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"loadline/attack/engine"
)

// book resolves every name to the addresses that it holds at the time.
type book struct {
	mu        sync.Mutex
	addresses []string
	asked     int
}

func (b *book) LookupHost(_ context.Context, host string) ([]string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	if len(b.addresses) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return b.addresses, nil
}

func (b *book) set(addresses ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.addresses = addresses
}

// twins are servers on one port of several loopback addresses.
func twins(t *testing.T, hosts ...string) (port string) {
	t.Helper()
	_, port, err := net.SplitHostPort(listening(t, "tcp", hosts[0]+":0").Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range hosts[1:] {
		listening(t, "tcp", net.JoinHostPort(host, port))
	}
	return port
}

func TestConnectionsSpreadOverAllAddresses(t *testing.T) {
	port := twins(t, "127.0.0.1", "127.0.0.2", "127.0.0.3")
	o := options()
	o.Resolver = &book{addresses: []string{"127.0.0.1", "127.0.0.2", "127.0.0.3"}}
	o.KeepAlive = false
	e := built(t, o, to("http://many.test:"+port+"/"))
	step := send(t, e, openLoad(150, 200*time.Millisecond))
	allOK(t, step)
	for _, host := range []string{"127.0.0.1", "127.0.0.2", "127.0.0.3"} {
		if n := e.Traffic().Hits[host+":"+port]; n < step.Sent/3-1 || n > step.Sent/3+1 {
			t.Errorf("%d of %d connections went to %s", n, step.Sent, host)
		}
	}
}

func TestDeadAddressIsPassedOver(t *testing.T) {
	port := twins(t, "127.0.0.1")
	o := options()
	o.Resolver = &book{addresses: []string{"127.0.0.9", "127.0.0.1"}}
	e := built(t, o, to("http://half.test:"+port+"/"))
	allOK(t, send(t, e, closedLoad(3, 60*time.Millisecond)))
	if miss := e.Traffic().Missed["127.0.0.9:"+port]; miss.Count == 0 || miss.Class != engine.Refused {
		t.Errorf("missed %+v", e.Traffic().Missed)
	}
}

// A service that is slow to take connections gets no more of them than
// requests may be in flight, however many fail and are replaced meanwhile.
func TestConnectionsAreBoundedByWhatIsInFlight(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			serving.Go(func() {
				_, _ = io.Copy(io.Discard, conn) // no handshake ever comes to an end
				mu.Lock()
				now--
				mu.Unlock()
				_ = conn.Close()
			})
		}
	})
	o := options()
	o.MaxInFlight, o.Timeout = 4, 50*time.Millisecond
	step := send(t, built(t, o, to("https://"+listener.Addr().String()+"/")), openLoad(500, 400*time.Millisecond))
	_ = listener.Close()
	if step.Counts.OK != 0 || step.Counts.Failed() == 0 {
		t.Errorf("%+v", step.Counts)
	}
	mu.Lock()
	defer mu.Unlock()
	if most > 8 { // as many again may be closed here and not yet there
		t.Errorf("%d connections at once for 4 requests", most)
	}
}

// Between two trials the name moves: with a time to live the second trial goes
// to the new address only, though there is a connection to the old one.
func TestNamesAreLookedUpAgain(t *testing.T) {
	port := twins(t, "127.0.0.1", "127.0.0.2")
	names := &book{addresses: []string{"127.0.0.1"}}
	o := options()
	o.Resolver, o.DNSTTL = names, time.Nanosecond
	e := built(t, o, to("http://moving.test:"+port+"/"))
	allOK(t, send(t, e, closedLoad(1, 50*time.Millisecond)))
	before := e.Traffic()
	names.set("127.0.0.2")
	allOK(t, send(t, e, closedLoad(1, 50*time.Millisecond)))
	if hits := e.Traffic().Since(before).Hits; hits["127.0.0.2:"+port] == 0 || hits["127.0.0.1:"+port] != 0 {
		t.Errorf("connections after the move: %v", hits)
	}
}

func TestUnknownNameIsADNSError(t *testing.T) {
	o := options()
	o.Resolver = &book{}
	step := send(t, built(t, o, to("http://nowhere.test/")), openLoad(100, 50*time.Millisecond))
	if step.Sent == 0 || step.Counts.Error != step.Sent || step.Errors[0].Class != engine.DNS {
		t.Errorf("%+v of %d, %+v", step.Counts, step.Sent, step.Errors)
	}
}
