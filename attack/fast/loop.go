package fast

import (
	"context"
	"errors"
	"sync"
	"time"

	"loadline/attack/engine"
	"loadline/attack/fast/poll"
	"loadline/attack/fast/wire"
	"loadline/attack/record/tally"
)

const (
	batch       = 32                    // events handled before the clock and the schedule are looked at again
	bufferSize  = 64 << 10              // read at once
	checkEvery  = 10 * time.Millisecond // how often it looks whether to stop
	leaveWithin = time.Second           // how long a server may take to close a connection that it said it would
)

// loop is one event loop with its connections. It runs during a trial; its
// connections stay.
type loop struct {
	engine *Engine
	poller *poll.Poller
	buffer []byte
	memo   wire.Memo
	conns  conns
	pools  []pool // by origin

	plan
	book     *tally.Book
	shard    *tally.Shard
	model    model
	start    time.Time
	now      time.Duration // when the events being handled were seen, since start
	seen     time.Time     // the same
	read     time.Duration // what had arrived by then has been handled
	wants    time.Duration // when the model wants to send next
	flights  flights
	inFlight int
	spare    []*flight
	drained  bool      // no more events were there when it last looked
	again    []uint64  // connections with more to read
	resumed  []uint64  // those of the turn before
	hungry   []*origin // where connections may have to be opened
	over     bool      // nothing more is to be sent
	lasted   time.Duration
	grouped  grouped

	counted   traffic
	published published

	mu   sync.Mutex
	mail []func() // from goroutines beside the loop
	side sync.WaitGroup
}

// model says what is sent next.
type model interface {
	// due starts what is due. The result is when it wants to be asked again.
	due(now time.Duration) (next time.Duration)
	// ended is told of each request that has ended.
	ended(f *flight)
	// abandon gives up what is not sent by the end of the load.
	abandon(end time.Duration)
}

const never = time.Duration(1<<63 - 1)

func newLoop(e *Engine) (*loop, error) {
	poller, err := poll.New(batch)
	if err != nil {
		return nil, err
	}
	l := &loop{engine: e, poller: poller, buffer: make([]byte, bufferSize), pools: make([]pool, len(e.origins))}
	l.counted.hits, l.counted.missed = map[string]int64{}, map[string]engine.Miss{}
	return l, nil
}

// run does the loop's part of a trial. The result is how long the load lasted.
func (l *loop) run(ctx context.Context, start time.Time, p plan, book *tally.Book) (time.Duration, error) {
	l.begin(start, p, book)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err := l.turn(ctx)
	cancel()
	l.settle()
	return l.lasted, err
}

func (l *loop) begin(start time.Time, p plan, book *tally.Book) {
	l.conns.shift(start.Sub(l.start))
	l.poller.Reset()
	l.plan, l.start, l.book, l.shard = p, start, book, book.Shard()
	l.over, l.drained, l.lasted, l.now, l.read = false, true, p.trial.Duration, 0, 0
	l.model = newModel(l)
}

// clock is the time since the load began.
func (l *loop) clock() time.Duration { return time.Since(l.start) }

// turn goes round until the load is over and every request has ended.
func (l *loop) turn(ctx context.Context) error {
	check, halt := time.Duration(0), never
	for {
		now := l.clock()
		if now >= check {
			check = now + checkEvery
			l.check(ctx, now)
		}
		if ctx.Err() != nil && halt == never {
			halt = now + engine.Grace*9/10
			l.finish(now)
		}
		if now >= halt {
			l.interrupt()
		}
		if now >= l.plan.trial.Duration {
			l.finish(l.plan.trial.Duration)
		}
		if l.over && l.inFlight == 0 {
			return nil
		}
		next := min(check, l.expire(now))
		if !l.over {
			l.wants = l.model.due(now)
			next = min(next, l.wants, l.plan.trial.Duration)
		}
		if err := l.react(ctx, next); err != nil {
			return err
		}
	}
}

// check looks whether the load must end before its time, and does what needs
// no haste.
func (l *loop) check(ctx context.Context, now time.Duration) {
	if _, stop := l.book.Stop(); stop {
		l.finish(now)
	}
	l.overdue(now)
	l.refresh(ctx)
	l.published.set(&l.counted)
}

// finish ends the sending.
func (l *loop) finish(at time.Duration) {
	if !l.over {
		l.over, l.lasted = true, at
		l.model.abandon(at)
	}
}

// interrupt gives up what is in flight.
func (l *loop) interrupt() {
	for l.flights.oldest != nil {
		l.fail(l.flights.oldest, engine.ErrInterrupted)
	}
}

// react waits for events until a time and handles them.
func (l *loop) react(ctx context.Context, until time.Duration) error {
	events, err := l.await(until)
	if err != nil {
		return err
	}
	if l.drained && len(l.again) == 0 {
		l.read = l.now
	}
	l.seen = time.Now()
	l.now, l.drained = l.seen.Sub(l.start), len(events) < batch
	for i := range events {
		if c := l.conns.find(events[i].Token()); c != nil {
			c.happened(ctx, &events[i])
		}
		if !l.over && !l.grouped.beating && ctx.Err() == nil {
			l.model.due(l.now)
		}
	}
	l.resume()
	l.receiveMail()
	l.feed()
	return nil
}

// await waits for events until a time, or for the next beat where responses
// are taken in groups.
func (l *loop) await(until time.Duration) ([]poll.Event, error) {
	if len(l.again) > 0 {
		until = 0
	}
	now := l.clock()
	if l.grouped.beating = l.inGroups(); !l.grouped.beating {
		return l.poller.Wait(now, until)
	}
	if until > now && l.drained {
		if err := l.poller.Beat(); err != nil {
			return nil, err
		}
	}
	return l.poller.Wait(now, now)
}

// resume goes on reading where there was more than one turn reads.
func (l *loop) resume() {
	l.again, l.resumed = l.resumed[:0], l.again
	for _, token := range l.resumed {
		if c := l.conns.find(token); c != nil {
			c.receive(true)
		}
	}
}

// post has the loop's goroutine call f.
func (l *loop) post(f func()) {
	l.mu.Lock()
	l.mail = append(l.mail, f)
	l.mu.Unlock()
	l.poller.Wake()
}

func (l *loop) receiveMail() {
	l.mu.Lock()
	mail := l.mail
	l.mail = nil
	l.mu.Unlock()
	for _, f := range mail {
		f()
	}
}

// settle ends the trial: the goroutines beside the loop are done, connections
// that are not to be used again are closed.
func (l *loop) settle() {
	l.side.Wait()
	l.receiveMail()
	l.endGroups()
	l.conns.leaving.expire(leaving, never, (*conn).close)
	l.published.set(&l.counted)
}

// disconnect gives up all connections.
func (l *loop) disconnect() {
	l.conns.closeAll()
	l.published.set(&l.counted)
}

func (l *loop) close() error {
	l.disconnect()
	return errors.Join(l.poller.Close())
}
