package vegeta

import (
	"context"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/tsenart/vegeta/v12/lib"

	"loadline/attack/engine"
	"loadline/attack/pace"
	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// trial is one running trial: the RoundTripper of vegeta's client.
type trial struct {
	*Engine
	plan   record.Trial
	book   *tally.Book
	clock  *pace.Clock
	places int // requests in flight at most
	pacer  vegeta.Pacer

	begun    atomic.Int64       // closed model: requests that took a place
	arrivals *engine.Arrivals   // open model
	starts   chan time.Duration // open model: intended starts of what vegeta is about to send
	drops    *tally.Shard       // the pacer's
	shards   chan *tally.Shard  // for whoever has a request to book

	ctx     context.Context // of the requests
	abandon context.CancelCauseFunc
	spent   chan struct{} // open model: closed when the schedule has no more arrivals
	quit    chan struct{} // closed when nothing more may be sent
	ended   atomic.Int64  // when the load was over
}

func (e *Engine) begin(ctx context.Context, plan record.Trial, book *tally.Book) (*trial, error) {
	t := &trial{
		Engine: e, plan: plan, book: book, places: plan.Load.Concurrency,
		drops: book.Shard(), shards: make(chan *tally.Shard, runtime.GOMAXPROCS(0)),
		spent: make(chan struct{}), quit: make(chan struct{}),
	}
	for range cap(t.shards) {
		t.shards <- book.Shard()
	}
	t.ctx, t.abandon = context.WithCancelCause(context.WithoutCancel(ctx))
	if plan.Load.Model == record.Closed {
		t.clock, t.pacer = pace.Start(1, pace.Plain{}), closedPacer{t}
		return t, nil
	}
	arrivals, err := engine.NewArrivals(plan, e.options.Late)
	if err != nil {
		return nil, err
	}
	t.arrivals, t.places = arrivals, e.options.MaxInFlight
	t.starts = make(chan time.Duration, t.places+1)
	t.clock, t.pacer = pace.Start(plan.Load.RateRPS, e.options.Sleeper), openPacer{t}
	return t, nil
}

func (t *trial) target(into *vegeta.Target) error { return t.deal.target(into) }

// answered is what vegeta gets for every request: it has nothing left to do.
var answered = &http.Response{Status: "200 OK", StatusCode: http.StatusOK, Body: http.NoBody}

// RoundTrip sends one request, reads the answer and books it.
func (t *trial) RoundTrip(r *http.Request) (*http.Response, error) {
	var seen engine.Seen
	if t.starts != nil {
		seen.Intended = <-t.starts
	} else {
		t.await()
	}
	if t.over() || t.missed(seen.Intended) {
		t.drop(seen.Intended)
		return answered, nil
	}
	if t.options.Observer != nil {
		seen.Target, seen.Start, seen.BytesOut = t.deal.which(r), t.clock.Began(), r.ContentLength
	}
	strip(r)
	seen.Sent = t.clock.Now()
	if t.starts == nil {
		if seen.Sent >= t.plan.Duration { // who ends the load was late: the request would belong to no time that is measured
			return answered, nil
		}
		seen.Intended = seen.Sent
	}
	t.book.Begin(seen.Sent)
	var passed passage
	answer := t.exchange(r, &passed)
	seen.Done, seen.BytesIn = t.clock.Now(), answer.bytes
	if answer.err == nil && t.starts != nil { // a place of the closed model is taken until all is done
		seen.Sent, seen.Done = passed.within(t.clock.Began(), seen.Sent, seen.Done)
	}
	t.finish(&seen, &answer)
	return answered, nil
}

// await holds the first request of each place of the closed model back until
// its turn.
func (t *trial) await() {
	place := int(t.begun.Add(1)) - 1
	if place < t.places {
		t.stay(t.plan.Begins(place) - t.clock.Now())
	}
}

// over says whether nothing more is sent.
func (t *trial) over() bool {
	select {
	case <-t.quit:
		return true
	default:
		return false
	}
}

// missed says whether an arrival waited too long for one of vegeta's workers.
func (t *trial) missed(intended time.Duration) bool {
	return t.arrivals != nil && t.arrivals.Missed(intended, t.clock.Now())
}

func (t *trial) drop(intended time.Duration) {
	if t.starts == nil {
		return // a place of the closed model that was not filled again
	}
	shard := <-t.shards
	shard.Drop(intended)
	t.shards <- shard
}

// exchange sends the request within the timeout.
func (t *trial) exchange(r *http.Request, passed *passage) answer {
	ctx, cancel := context.WithTimeoutCause(t.ctx, t.options.Timeout, engine.ErrTimeout)
	defer cancel()
	answer := t.carry(r.WithContext(noting(ctx, passed)))
	if answer.err != nil && ctx.Err() != nil {
		answer.err = context.Cause(ctx) // net/http has several words for it
	}
	return answer
}

func (t *trial) finish(seen *engine.Seen, a *answer) {
	if a.err != nil {
		seen.Outcome, seen.Class, seen.Example = engine.Classify(a.err)
	} else {
		seen.Status = a.status
		seen.Outcome, seen.Class, seen.Example = t.options.Judge(a.status)
	}
	shard := <-t.shards
	shard.Finish(&seen.Request)
	t.shards <- shard
	if t.options.Observer != nil {
		t.options.Observer(seen)
	}
	switch {
	case seen.Outcome == record.OK:
		t.learn(seen.Done - seen.Sent)
	case seen.Outcome == record.Shed && t.starts == nil:
		t.pause(a.retryAfter)
	}
}

// learn keeps about the last service time, an exponential mean over some eight.
func (t *trial) learn(service time.Duration) {
	old := t.service.Load()
	if old == 0 {
		old = int64(service)
	}
	t.service.Store(old + (int64(service)-old)/8)
}

// pause keeps a place of the closed model empty after a refusal.
func (t *trial) pause(retryAfter string) {
	t.stay(engine.Pause(retryAfter, time.Duration(t.service.Load()), time.Now()))
}

// stay waits for so long, or until nothing more is sent.
func (t *trial) stay(wait time.Duration) {
	if wait <= 0 {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.quit:
	}
}
