package fast

import (
	"slices"
	"time"

	"loadline/attack/engine"
)

// pool are a loop's connections to one origin, and the flights that wait for
// one: whichever comes first, a connection that another flight gives back or
// one that was opened, carries the flight that has waited longest.
type pool struct {
	idle    []*conn // the one used last at the end
	open    int     // idle or not; those that leave not counted
	opening int     // of them, those that cannot carry anything yet
	waiting []*flight
	addresses
}

// take is an idle connection for a message; nil where there is none. One that
// has been idle for long is not trusted with a message that cannot be repeated.
func (p *pool) take(m *message, now time.Duration) *conn {
	for len(p.idle) > 0 {
		c := p.idle[len(p.idle)-1]
		p.remove(c)
		if (m.repeatable || now-c.since < engine.MaxIdle) && c.origin.has(c.address) {
			return c
		}
		c.close()
	}
	return nil
}

func (p *pool) put(c *conn, now time.Duration) {
	c.state, c.since, c.place = idle, now, len(p.idle)
	p.idle = append(p.idle, c)
}

func (p *pool) remove(c *conn) {
	last := p.idle[len(p.idle)-1]
	p.idle[c.place], last.place = last, c.place
	p.idle = p.idle[:len(p.idle)-1]
	c.place = -1
}

func (p *pool) wait(f *flight) {
	f.waits = true
	p.waiting = append(p.waiting, f)
}

// next is the flight that has waited longest, nil where none waits. One that
// met a stale connection goes on a fresh one only.
func (p *pool) next(fresh bool) *flight {
	for _, f := range p.waiting {
		if fresh || !f.retried {
			p.forget(f)
			return f
		}
	}
	return nil
}

func (p *pool) forget(f *flight) {
	i := slices.Index(p.waiting, f)
	p.waiting = slices.Delete(p.waiting, i, i+1)
	f.waits = false
}
