package dial

import (
	"maps"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"loadline/attack/engine"
)

// bytes are on the wire, TLS and headers included.
type bytes struct{ in, out atomic.Int64 }

// Conn is a counted connection that knows whether its address still stands
// for the name it was opened by.
type Conn struct {
	net.Conn
	count   *counter
	address string // "host:port", or the path of a socket
	name    *name  // nil where no name was looked up
	host    string
	heard   atomic.Int64 // when bytes came last, since epoch; 0: never
	spoke   atomic.Int64 // when the first bytes after Expect went
}

// epoch is a moment from which times are counted by the monotonic clock.
var epoch = time.Now().Add(-time.Nanosecond)

// Read counts what was read, and notes when.
func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.heard.Store(int64(time.Since(epoch)))
	}
	c.count.in.Add(int64(n))
	return n, err
}

// Expect makes ready for the times of one request.
func (c *Conn) Expect() { c.spoke.Store(0) }

// Times are when the first bytes went after Expect, and when bytes came last;
// zero where none did.
func (c *Conn) Times() (spoke, heard time.Time) { return since(&c.spoke), since(&c.heard) }

func since(d *atomic.Int64) time.Time {
	if d.Load() == 0 {
		return time.Time{}
	}
	return epoch.Add(time.Duration(d.Load()))
}

// Write counts what was written, and notes when.
func (c *Conn) Write(p []byte) (int, error) {
	if c.spoke.Load() == 0 {
		c.spoke.Store(int64(time.Since(epoch)))
	}
	n, err := c.Conn.Write(p)
	c.count.out.Add(int64(n))
	return n, err
}

// Address is what was dialled.
func (c *Conn) Address() string { return c.address }

// Moved says whether the name that was dialled no longer has this address. It
// has the name looked up again when its time to live is over, without waiting
// for that.
func (c *Conn) Moved() bool { return c.name != nil && c.name.lost(c.host) }

func (c *counter) opened(address string, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hits[address]++
	c.took[c.total%int64(len(c.took))] = took
	c.total++
}

func (c *counter) miss(address string, err error) {
	_, class, _ := engine.Classify(err)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.missed[address] = engine.Miss{Count: c.missed[address].Count + 1, Class: class}
}

func (c *counter) report(t *engine.Traffic) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t.Opened, t.Hits, t.Missed = c.total, maps.Clone(c.hits), maps.Clone(c.missed)
	t.BytesIn, t.BytesOut = c.in.Load(), c.out.Load()
	if n := min(c.total, int64(len(c.took))); n > 0 {
		took := slices.Sorted(slices.Values(c.took[:n]))
		t.Connect = took[n/2]
	}
}
