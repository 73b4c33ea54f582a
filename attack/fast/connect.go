package fast

import (
	"context"
	"fmt"
	"net"
	"time"

	"loadline/attack/engine"
	"loadline/attack/fast/poll"
)

const (
	attempt   = time.Second // how long one of several addresses may take to answer
	firstWave = 16          // connections that are opened at once, whatever there are
)

// wait has a flight wait for a connection.
func (l *loop) wait(f *flight) {
	l.pools[f.message.origin.index].wait(f)
	l.grow(f.message.origin)
}

// grow opens connections for the flights that wait. Where connections are
// kept their number at most doubles at a time: in a moment of congestion,
// opening one for every request that finds all of them busy would make it
// worse (TLS takes more time than many a request), and they would come too late.
func (l *loop) grow(o *origin) {
	p := &l.pools[o.index]
	most := len(p.waiting)
	if l.engine.options.KeepAlive {
		most = min(most, max(firstWave, p.open-p.opening))
	}
	for p.opening < min(most, len(p.waiting)) && p.open < l.plan.most() {
		l.open(o, 0)
	}
}

// open opens a connection to the address whose turn it is, after so many that
// could not be reached.
func (l *loop) open(o *origin, tried int) {
	at := o.found.Load()
	if at == nil || at.err != nil {
		l.unopened(o, at.failure(o))
		return
	}
	p := &l.pools[o.index]
	p.renew(at)
	c := &conn{loop: l, origin: o, address: p.pick(), tried: tried, place: -1, since: l.clock()}
	c.parser.Share(&l.memo)
	fd, err := poll.Connect(c.address)
	if err != nil {
		c.unreachable(err)
		return
	}
	c.fd = fd
	l.conns.add(c)
	l.conns.opening = append(l.conns.opening, c)
	p.open++
	p.opening++
	if err := l.poller.Watch(fd, c.token()); err != nil {
		c.close()
		l.unopened(o, err)
	}
}

func (f *found) failure(o *origin) error {
	if f != nil {
		return f.err
	}
	return &net.DNSError{Err: "not looked up", Name: o.dial}
}

// connected goes on once connecting has come to an end.
func (c *conn) connected(ctx context.Context) {
	if err := poll.Failure(c.fd); err != nil {
		c.close()
		c.unreachable(err)
		return
	}
	if c.origin.tls != nil {
		c.shakeHands(ctx)
		return
	}
	c.opened()
}

// opened has the connection carry what waits.
func (c *conn) opened() {
	l := c.loop
	l.pools[c.origin.index].opening--
	l.counted.opened(c.address, l.clock()-c.since)
	c.available()
	l.hungry = append(l.hungry, c.origin)
}

// available has the connection carry what waits, or be there for what comes.
func (c *conn) available() {
	p := &c.loop.pools[c.origin.index]
	if f := p.next(c.served == 0); f != nil {
		c.send(f)
		return
	}
	p.put(c, c.loop.now)
}

// unreachable has the origin's other addresses tried, each once.
func (c *conn) unreachable(err error) {
	p := &c.loop.pools[c.origin.index]
	if !local(err) {
		if len(p.dead) > 1 {
			c.loop.counted.miss(c.address, err)
		}
		p.avoid(c.address)
		if c.tried++; c.tried < len(p.dead) && len(p.waiting) > 0 {
			c.loop.open(c.origin, c.tried)
			return
		}
	}
	c.loop.unopened(c.origin, fmt.Errorf("dial %s: %w", c.address, err))
}

// unopened fails the flight that has waited longest for a connection.
func (l *loop) unopened(o *origin, err error) {
	if p := &l.pools[o.index]; len(p.waiting) > 0 {
		l.fail(p.waiting[0], err)
		l.hungry = append(l.hungry, o)
	}
}

// feed goes on opening connections to the origins where some have just come
// to an end of it.
func (l *loop) feed() {
	origins := l.hungry
	l.hungry = l.hungry[:0]
	for _, o := range origins {
		l.grow(o)
	}
}

// local says whether a failure is this machine's own, whatever the address.
func local(err error) bool {
	_, class, _ := engine.Classify(err)
	return class == engine.Descriptors || class == engine.Ports || class == engine.Memory
}

// overdue gives up connections that take too long to open, or to be closed by
// a server that said it would.
func (l *loop) overdue(now time.Duration) {
	patience := l.engine.options.Timeout
	for _, o := range l.engine.origins {
		if at := o.found.Load(); at != nil && len(at.addresses) > 1 {
			patience = min(patience, attempt)
		}
	}
	l.conns.opening.expire(connecting, now-patience, func(c *conn) {
		c.close()
		c.unreachable(engine.ErrTimeout)
	})
	l.conns.leaving.expire(leaving, now-leaveWithin, (*conn).close)
}

// refresh has addresses looked up again whose time is over. Until that is
// done the old ones serve.
func (l *loop) refresh(ctx context.Context) {
	for _, o := range l.engine.origins {
		if !o.stale(time.Now()) || !o.refreshes.CompareAndSwap(false, true) {
			continue
		}
		l.side.Go(func() {
			defer o.refreshes.Store(false)
			ctx, cancel := context.WithTimeout(ctx, l.engine.options.Timeout)
			defer cancel()
			o.lookUp(ctx)
		})
	}
}
