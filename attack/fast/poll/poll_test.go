package poll

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"syscall"
	"testing"
	"time"
)

func open(t *testing.T) *Poller {
	t.Helper()
	p, err := New(8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		p.Wake() // afterwards it does nothing
	})
	return p
}

func wait(t *testing.T, p *Poller) []Event {
	t.Helper()
	for {
		events, err := p.Wait(0, 10*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		if len(events) > 0 {
			return events
		}
	}
}

func TestWakeEndsWait(t *testing.T) {
	p := open(t)
	p.Wake()
	p.Wake()
	began := time.Now()
	if events, err := p.Wait(0, time.Minute); err != nil || len(events) != 0 {
		t.Errorf("%d events, %v", len(events), err)
	}
	if time.Since(began) > 30*time.Second {
		t.Error("the wait was not ended")
	}
	if events, err := p.Wait(1, 1); err != nil || len(events) != 0 {
		t.Errorf("afterwards: %d events, %v", len(events), err)
	}
}

// A deadline that has passed is not waited for again, nor forgotten when it is
// the same once more.
func TestDeadlines(t *testing.T) {
	p := open(t)
	for range 3 {
		began := time.Now()
		for time.Since(began) < 5*time.Millisecond { // a wait may end early
			if _, err := p.Wait(time.Since(began), 5*time.Millisecond); err != nil {
				t.Fatal(err)
			}
		}
		p.Reset()
	}
}

// One connection from its opening to its end.
func TestConnection(t *testing.T) {
	p := open(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // the test is over
	address := Address{TCP: netip.MustParseAddrPort(listener.Addr().String())}
	fd, err := Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	const token = 7<<32 | 5
	if err := p.Watch(fd, token); err != nil {
		t.Fatal(err)
	}
	if e := wait(t, p)[0]; e.Token() != token || !e.Writable() {
		t.Errorf("after connecting: %+v", e)
	}
	if err := Failure(fd); err != nil {
		t.Error(err)
	}
	buffer := make([]byte, 100)
	if _, err := Recv(fd, buffer); err != ErrAgain {
		t.Errorf("nothing to read: %v", err)
	}
	served, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := Send(fd, []byte("hello")); n != 5 || err != nil {
		t.Errorf("sent %d, %v", n, err)
	}
	if _, err := io.ReadFull(served, buffer[:5]); err != nil || string(buffer[:5]) != "hello" {
		t.Errorf("received %q, %v", buffer[:5], err)
	}
	if _, err := served.Write([]byte("bye")); err != nil {
		t.Fatal(err)
	}
	_ = served.Close()
	for e := wait(t, p)[0]; !e.Ended(); e = wait(t, p)[0] {
	}
	if n, err := Recv(fd, buffer); string(buffer[:n]) != "bye" || err != nil {
		t.Errorf("received %q, %v", buffer[:n], err)
	}
	if n, err := Recv(fd, buffer); n != 0 || err != nil {
		t.Errorf("at the end: %d, %v", n, err)
	}
	if err := Close(fd); err != nil {
		t.Error(err)
	}
}

func TestRefusedConnection(t *testing.T) {
	p := open(t)
	listener, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Fatal(err)
	}
	address := Address{TCP: netip.MustParseAddrPort(listener.Addr().String())}
	_ = listener.Close()
	fd, err := Connect(address)
	if err == nil {
		defer Close(fd) //nolint:errcheck // the test is over
		if err := p.Watch(fd, 1); err != nil {
			t.Fatal(err)
		}
		wait(t, p)
		err = Failure(fd)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("error %v, want a refusal", err)
	}
}

func TestAddressesAsResultsShowThem(t *testing.T) {
	for want, address := range map[string]Address{
		"127.0.0.1:80": {TCP: netip.MustParseAddrPort("127.0.0.1:80")},
		"[::1]:443":    {TCP: netip.MustParseAddrPort("[::1]:443")},
		"/run/a.sock":  {Path: "/run/a.sock"},
	} {
		if got := address.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What is received bears the time at which the kernel got it.
func TestStamps(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // the test is over
	fd, err := Connect(Address{TCP: netip.MustParseAddrPort(listener.Addr().String())})
	if err != nil {
		t.Fatal(err)
	}
	defer Close(fd) //nolint:errcheck // the test is over
	served, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	Stamp(fd)
	buffer := make([]byte, 100)
	if _, _, err := RecvStamped(fd, buffer); err != ErrAgain {
		t.Errorf("nothing to read: %v", err)
	}
	for range 1000 { // the kernel begins to stamp a little later
		before := time.Now().Round(0)
		if _, err := served.Write([]byte("hello")); err != nil {
			t.Fatal(err)
		}
		n, at, err := RecvStamped(fd, buffer)
		for err == ErrAgain {
			n, at, err = RecvStamped(fd, buffer)
		}
		if err != nil || string(buffer[:n]) != "hello" {
			t.Fatalf("received %q, %v", buffer[:n], err)
		}
		if at.IsZero() {
			continue
		}
		if after := time.Now(); at.Before(before) || at.After(after) {
			t.Errorf("sent at %v, stamped %v, read at %v", before, at, after)
		}
		return
	}
	t.Error("no stamp")
}

// The pulse waits for its beats, and is not a loop that spins.
func TestPulse(t *testing.T) {
	p := open(t)
	if err := p.Pulse(time.Millisecond); err != nil {
		t.Fatal(err)
	}
	began, beats := time.Now(), 0
	for ; time.Since(began) < 5*time.Millisecond; beats++ {
		if err := p.Beat(); err != nil {
			t.Fatal(err)
		}
	}
	if beats > 100 {
		t.Errorf("%d beats in 5 ms", beats)
	}
	if err := p.Pulse(0); err != nil {
		t.Error(err)
	}
}
