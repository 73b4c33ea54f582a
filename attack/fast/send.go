package fast

import (
	"fmt"
	"net/http"
	"time"

	"loadline/attack/engine"
	"loadline/attack/fast/wire"
	"loadline/attack/record"
)

// nth is what goes out as the n-th request of this loop.
func (l *loop) nth(n uint64) *flight {
	f := l.flight()
	f.target = l.engine.mix.At(l.plan.nth(n))
	f.message = l.engine.messages[f.target]
	return f
}

// flight is a fresh one.
func (l *loop) flight() *flight {
	last := len(l.spare) - 1
	if last < 0 {
		return new(flight)
	}
	f := l.spare[last]
	l.spare = l.spare[:last]
	*f = flight{}
	return f
}

// fits says whether there is a connection for the flight, or will be one
// that no other flight waits for.
func (l *loop) fits(f *flight) bool {
	p := &l.pools[f.message.origin.index]
	return l.plan.connections == 0 || len(p.idle)+p.opening+l.plan.connections-p.open > len(p.waiting)
}

// hasIdle says whether a connection is there for the flight now.
func (l *loop) hasIdle(f *flight) bool { return len(l.pools[f.message.origin.index].idle) > 0 }

// launch sends a flight, which starts now. Where nobody intended it for
// earlier, it was intended for now.
func (l *loop) launch(f *flight, intended time.Duration) {
	f.Sent = l.clock()
	f.Intended = min(intended, f.Sent)
	l.inFlight++
	l.flights.add(f)
	l.shard.Begin(f.Sent)
	l.carry(f)
}

// carry finds a connection for a flight.
func (l *loop) carry(f *flight) {
	f.out += int64(f.message.body)
	if c := l.pools[f.message.origin.index].take(f.message, f.Sent); c != nil {
		c.send(f)
		return
	}
	l.wait(f)
}

// answer is what a response says to a flight.
type answer struct {
	status int
	next   *message      // to be sent instead, if it redirects
	err    error         // why it cannot be followed
	pause  time.Duration // what it asks the client to wait, if it refuses
}

// understand takes from the parser what outlives the connection's next request.
func (l *loop) understand(f *flight, p *wire.Parser) (a answer) {
	f.in += p.Body
	a.status = p.Status
	a.next, a.err = l.engine.follow(f.message, p.Status, p.Location)
	if a.next != nil && f.hops == l.engine.options.Redirects {
		a.err = fmt.Errorf("%w: stopped after %d", engine.ErrRedirect, f.hops)
	}
	if p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable {
		a.pause = engine.Pause(string(p.RetryAfter), l.counted.service(), time.Now())
	}
	return a
}

// answered ends a flight by its response, unless that redirects it.
func (l *loop) answered(f *flight, a answer, at time.Duration) {
	switch {
	case a.err != nil:
		l.fail(f, a.err)
	case a.next != nil:
		f.hops++
		f.message, f.retried = a.next, false
		l.carry(f)
	default:
		f.answered(&l.engine.options, a.status, at)
		f.pause = a.pause
		l.end(f)
	}
}

// fail ends a flight that got no response.
func (l *loop) fail(f *flight, err error) {
	if f.conn != nil {
		f.conn.close()
	}
	if f.waits {
		l.pools[f.message.origin.index].forget(f)
	}
	f.failed(err, l.clock())
	f.pause = engine.Pause("", l.counted.service(), time.Time{})
	l.end(f)
}

// end books a flight.
func (l *loop) end(f *flight) {
	l.flights.remove(f)
	l.inFlight--
	if f.Outcome == record.OK {
		l.counted.served(f.Done - f.Sent)
	}
	l.shard.Finish(&f.Request)
	if see := l.engine.options.Observer; see != nil {
		see(&engine.Seen{Request: f.Request, Start: l.start, Target: f.target, BytesIn: f.in, BytesOut: f.out})
	}
	l.model.ended(f)
	l.spare = append(l.spare, f)
}

// expire fails the flights that have had their time. The result is when the
// next one will have.
func (l *loop) expire(now time.Duration) time.Duration {
	for l.flights.oldest != nil {
		oldest := l.flights.oldest
		if deadline := oldest.Sent + l.engine.options.Timeout; deadline > now {
			return deadline
		}
		l.fail(oldest, engine.ErrTimeout)
	}
	return never
}
