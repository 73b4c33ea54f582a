package fast

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"loadline/attack/engine"
	"loadline/attack/fast/poll"
	"loadline/attack/fast/wire"
)

type state uint8

const (
	connecting state = iota
	shaking          // hands, for TLS
	busy             // with a flight
	idle             // in its pool
	leaving          // used up, until the server closes it
	closed
)

// conn is one connection.
type conn struct {
	loop    *loop
	fd      int
	index   uint32 // in the loop's table
	number  uint32 // among all that the loop made
	origin  *origin
	address poll.Address
	tried   int // addresses that could not be reached before this one

	state  state
	since  time.Duration // connecting, idle or leaving
	place  int           // in the pool; -1: not there
	flight *flight       // that it carries; nil: none
	parser wire.Parser
	unsent []byte // what the kernel has not taken yet
	served int    // responses so far
	silent bool   // nothing of the present request has been sent
	secure *secure

	stamped bool      // the kernel notes when something arrives
	arrived time.Time // the last that did, by the clock on the wall; zero: not known
}

func (c *conn) token() uint64 { return uint64(c.number)<<32 | uint64(c.index) }

// happened handles an event.
func (c *conn) happened(ctx context.Context, event *poll.Event) {
	switch c.state {
	case shaking: // the handshake reads for itself
	case connecting:
		if event.Writable() {
			c.connected(ctx)
		}
	default:
		if event.Writable() && len(c.unsent) > 0 {
			c.flush()
		}
		if event.Readable() {
			c.receive(event.Ended())
		}
	}
}

// send puts a flight on the connection.
func (c *conn) send(f *flight) {
	c.state, c.flight, f.conn = busy, f, c
	if c.timed() && !c.stamped {
		poll.Stamp(c.fd)
		c.stamped = true
	}
	c.silent = true
	c.parser.Begin(f.message.head)
	if c.served > 0 {
		c.loop.counted.reused++
	}
	c.loop.counted.out += int64(len(f.message.bytes))
	if c.secure == nil {
		c.unsent = f.message.bytes
	} else if _, err := c.secure.Write(f.message.bytes); err != nil {
		c.broken(err)
		return
	}
	c.flush()
}

// flush sends what the kernel takes; an event tells when it takes more.
func (c *conn) flush() {
	for len(c.unsent) > 0 {
		n, err := poll.Send(c.fd, c.unsent)
		if err == poll.ErrAgain {
			return
		}
		if err != nil {
			c.broken(err)
			return
		}
		c.silent, c.unsent = false, c.unsent[n:]
	}
}

// reads bounds how often one connection reads before others have their turn.
const reads = 16

// receive reads until nothing is left; ended says that the connection's end
// is among what is to be read.
func (c *conn) receive(ended bool) {
	into := c.loop.buffer
	for range reads {
		n, err := c.read(into)
		switch {
		case err == poll.ErrAgain:
			c.flush() // what TLS has to say of its own
			return
		case err != nil && err != io.EOF:
			c.broken(err)
		case n == 0:
			c.finished()
		default:
			c.take(into[:n])
		}
		if c.state == closed || n < len(into) && !ended && c.secure == nil {
			return
		}
	}
	c.loop.again = append(c.loop.again, c.token())
}

func (c *conn) read(into []byte) (int, error) {
	if c.secure != nil {
		return c.secure.Read(into)
	}
	return c.pull(into)
}

// timed says whether the kernel is asked when responses arrived: where the loop
// takes them in groups; and with TLS, where other messages come and go between.
func (c *conn) timed() bool { return c.loop.grouped.pulse || c.secure != nil }

// pull receives what has arrived.
func (c *conn) pull(into []byte) (n int, err error) {
	if !c.timed() {
		return poll.Recv(c.fd, into)
	}
	n, c.arrived, err = poll.RecvStamped(c.fd, into)
	return n, err
}

// take gives what arrived to the parser.
func (c *conn) take(data []byte) {
	c.loop.counted.in += int64(len(data))
	if c.state == leaving {
		return
	}
	if c.flight == nil {
		c.close() // nobody asked for that
		return
	}
	began := c.parser.Started()
	used, complete, err := c.parser.Feed(data)
	switch {
	case errors.Is(err, wire.ErrTooLarge):
		c.broken(engine.ErrOversized)
	case err != nil:
		c.broken(fmt.Errorf("%w: %w", engine.ErrMalformed, err))
	case complete:
		c.complete(used == len(data), c.stamp(began, len(data)))
	}
}

// segment is what arrives in one piece if it arrives at all.
const segment = 1400

// stamp is when the response was complete: when the kernel got the last of it,
// where that is known. Of a small one that came at once it is when the loop
// saw it, however long the others of its batch took.
func (c *conn) stamp(began bool, size int) time.Duration {
	if c.timed() {
		if at, known := c.loop.when(c.arrived); known {
			return max(at, c.flight.Sent)
		}
	}
	if !began && size <= segment && c.secure == nil {
		return max(c.loop.now, c.flight.Sent)
	}
	return c.loop.clock()
}

// finished handles the connection's end.
func (c *conn) finished() {
	if c.flight == nil {
		c.close()
		return
	}
	switch err := c.parser.End(); {
	case err == nil:
		c.complete(false, c.loop.clock())
		c.close()
	default:
		c.broken(err)
	}
}

// complete ends the flight with the response that the parser read. The
// connection serves again only if nothing speaks against it.
func (c *conn) complete(clean bool, at time.Duration) {
	f, l := c.flight, c.loop
	c.flight, f.conn = nil, nil
	c.served++
	answer := l.understand(f, &c.parser)
	if clean && !c.parser.Close && !f.message.closes && len(c.unsent) == 0 {
		c.available()
	} else {
		c.leave()
	}
	l.answered(f, answer, at)
}

// leave waits for the server to close the connection, so that it is the
// server's port that has to wait out the stragglers and not one of ours.
func (c *conn) leave() {
	c.state, c.since = leaving, c.loop.now
	c.loop.pools[c.origin.index].open--
	c.loop.conns.leaving = append(c.loop.conns.leaving, c)
}

// broken gives the connection up. The flight, if there is one, fails, or goes
// on by another connection if this one had gone stale.
func (c *conn) broken(err error) {
	f := c.flight
	stale := c.served > 0 && !c.parser.Started()
	untouched := c.silent || f != nil && f.message.repeatable
	c.close()
	switch {
	case f == nil:
	case stale && untouched && !f.retried:
		f.retried = true
		c.loop.wait(f)
	default:
		c.loop.fail(f, err)
	}
}

// close gives up the connection at once.
func (c *conn) close() {
	if c.state == closed {
		return
	}
	p := &c.loop.pools[c.origin.index]
	if c.place >= 0 {
		p.remove(c)
	}
	switch c.state {
	case leaving:
	case connecting, shaking:
		p.opening--
		fallthrough
	default:
		p.open--
	}
	if c.secure != nil {
		c.secure.goodbye(c)
	}
	c.state = closed
	if c.flight != nil {
		c.flight.conn, c.flight = nil, nil
	}
	_ = poll.Close(c.fd)
	c.loop.conns.remove(c)
}
