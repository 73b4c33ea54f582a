package simulate

import (
	"time"

	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// client is the load generator: it sends what the trial asks for, waits for
// answers, and gives up on those that take too long.
type client struct {
	timeout int64
	tooLong string // what is said of a timeout
	ceiling ceiling
	outstanding

	trial    record.Trial
	start    int64 // of the load
	end      int64 // nothing is sent from then on
	sent     int64
	stopped  string
	schedule schedule      // open model
	upcoming planned       // open model: the next
	ready    ring[planned] // closed model: slots whose turn has come
	resumes  heap          // closed model: slots that a refusal has put off

	book  *tally.Book
	shard *tally.Shard
	done  tally.Request // scratch: the request that is being counted
}

// planned is a request to be sent.
type planned struct{ intended, at int64 }

func newClient(timeout time.Duration, limit float64) client {
	return client{
		timeout: int64(timeout), tooLong: "no answer within " + timeout.String(),
		ceiling:     newCeiling(limit),
		outstanding: outstanding{oldest: none, newest: none},
	}
}

func (c *client) open() bool { return c.trial.Load.Model == record.Open }

// sends is the generator's turn.
func (t *Target) sends() {
	c := &t.client
	next := c.upcoming
	if c.open() {
		t.foresee()
		if c.n >= t.options.MaxInFlight {
			c.shard.Drop(time.Duration(next.intended - c.start))
			return
		}
	} else {
		next = c.ready.pop()
		t.plan(send, c.turn())
	}
	t.send(next.intended)
}

// send puts a request on its way now.
func (t *Target) send(intended int64) {
	c := &t.client
	id := t.requests.take()
	t.requests.slots[id] = request{intended: intended, sent: t.now}
	c.add(&t.requests, id)
	c.sent++
	t.plan(expiry, c.deadline(&t.requests))
	c.shard.Begin(time.Duration(t.now - c.start))
	t.toService(id)
	if most := c.trial.Stop.InFlight; most > 0 && c.n >= most {
		t.mind()
	}
}

// deadline is when the oldest outstanding request times out.
func (c *client) deadline(r *requests) int64 {
	if c.n == 0 {
		return never
	}
	return r.slots[c.oldest].sent + c.timeout
}

const internalError = "500 Internal Server Error"

// receive counts an answer; a closed slot goes on.
func (t *Target) receive(id int32) {
	it := &t.requests.slots[id]
	c := &t.client
	c.done = tally.Request{Status: int(it.status)}
	switch it.why {
	case refused, limited:
		c.done.Outcome = record.Shed
	case failed, starved:
		c.done.Outcome, c.done.Class, c.done.Example = record.Error, "http_5xx", internalError
	}
	t.finish(id)
	t.again(it.why)
}

// expires gives up on the oldest request. The service does not learn of it.
func (t *Target) expires() {
	c := &t.client
	id := c.oldest
	t.requests.slots[id].abandoned = true
	c.done = tally.Request{Outcome: record.Timeout, Class: "timeout", Example: c.tooLong}
	t.finish(id)
	t.again(served)
}

// finish books the request whose outcome is in c.done.
func (t *Target) finish(id int32) {
	c := &t.client
	it := &t.requests.slots[id]
	c.remove(&t.requests, id)
	t.plan(expiry, c.deadline(&t.requests))
	c.done.Intended = time.Duration(it.intended - c.start)
	c.done.Sent = time.Duration(it.sent - c.start)
	c.done.Done = time.Duration(t.now - c.start)
	c.shard.Finish(&c.done)
	if c.trial.Stop.Bad > 0 && c.bad() {
		t.mind()
	}
}

// bad says whether the request that has just finished was.
func (c *client) bad() bool {
	return c.done.Outcome != record.OK || c.trial.Slow > 0 && c.done.Response() > c.trial.Slow
}

// mind ends the load where the trial's stop rule says so. It is asked only when
// something has happened that could have met the rule.
func (t *Target) mind() {
	c := &t.client
	if t.now >= c.end {
		return
	}
	if reason, stop := c.book.Stop(); stop {
		t.halt(reason)
	}
}

// halt ends the load before its time.
func (t *Target) halt(reason string) {
	c := &t.client
	c.end, c.stopped = t.now, reason
	t.plan(send, never)
	t.plan(resume, never)
}
