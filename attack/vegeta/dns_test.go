package vegeta_test

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
)

// fakeDNS answers with the addresses of the moment.
type fakeDNS struct {
	addresses atomic.Pointer[[]string]
	asked     atomic.Int64
}

func (d *fakeDNS) LookupHost(context.Context, string) ([]string, error) {
	d.asked.Add(1)
	if list := d.addresses.Load(); list != nil {
		return *list, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: "service.test", IsNotFound: true}
}

// loopbacks starts one server on several addresses of one port.
func loopbacks(t *testing.T, addresses ...string) (port string) {
	t.Helper()
	port = "0"
	for _, address := range addresses {
		listener, err := net.Listen("tcp", net.JoinHostPort(address, port))
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ = net.SplitHostPort(listener.Addr().String())
		s := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
		go s.Serve(listener) //nolint:errcheck // ends with Close
		t.Cleanup(func() { s.Close() })
	}
	return port
}

func TestDNSSpreadsOverAllAddresses(t *testing.T) {
	port := loopbacks(t, "127.0.0.2", "127.0.0.3", "127.0.0.4")
	dns := &fakeDNS{}
	dns.addresses.Store(&[]string{"127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"}) // nobody listens on .5
	options := patient()
	options.KeepAlive, options.Resolver = false, dns
	step, traffic := send(t, options, "http://service.test:"+port)
	allOK(t, step)
	for _, address := range []string{"127.0.0.2", "127.0.0.3", "127.0.0.4"} {
		if n := traffic.Hits[address+":"+port]; n < 2 {
			t.Errorf("%s was hit %d times of %d: %v", address, n, step.Sent, traffic.Hits)
		}
	}
	if dns.asked.Load() != 1 {
		t.Errorf("the resolver was asked %d times", dns.asked.Load())
	}
}

func TestDNSFailureIsItsOwnClass(t *testing.T) {
	options := patient()
	options.Resolver = &fakeDNS{}
	step, _ := send(t, options, "http://service.test/")
	allFail(t, step, engine.DNS)
}

// When the time to live is over and the name has moved, connections follow.
func TestDNSMoves(t *testing.T) {
	port := loopbacks(t, "127.0.0.2", "127.0.0.3")
	dns := &fakeDNS{}
	dns.addresses.Store(&[]string{"127.0.0.2"})
	options := patient()
	options.Resolver, options.DNSTTL = dns, time.Millisecond
	time.AfterFunc(50*time.Millisecond, func() { dns.addresses.Store(&[]string{"127.0.0.3"}) })
	step, traffic := sendTrial(t, options, "http://service.test:"+port,
		record.Trial{Load: record.OpenLoad(200, record.Constant), Duration: 400 * time.Millisecond})
	allOK(t, step)
	if traffic.Hits["127.0.0.2:"+port] == 0 || traffic.Hits["127.0.0.3:"+port] == 0 {
		t.Errorf("addresses %v", traffic.Hits)
	}
}
