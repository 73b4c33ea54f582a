package simulate

import (
	"context"
	"fmt"
	"time"

	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// Run lets the trial happen in virtual time and returns it as measured;
// Step.Start is the virtual time at which the load began. It ends when every
// request has been answered or has timed out; work that the client gave up on
// stays in the service, as does its backlog.
//
// An error is a trial that makes no sense, or the context's; with the
// latter the step is what was measured so far.
func (t *Target) Run(ctx context.Context, trial record.Trial) (record.Step, error) {
	if err := t.check(trial); err != nil {
		return record.Step{}, err
	}
	t.advance(t.now + int64(trial.Rest))
	t.begin(trial)
	err := t.drain(ctx)
	t.dropRest()
	c := &t.client
	t.advance(max(t.now, c.end))
	step := c.book.Step(time.Duration(c.end - c.start))
	step.Start = record.Span(c.start)
	step.Stopped = c.stopped
	step.Conns = t.connections(&step)
	t.doubts(&step)
	return step, err
}

// connections are there from the start, and setting them up took a round trip.
func (t *Target) connections(step *record.Step) *record.Connections {
	return &record.Connections{Reused: step.Sent, Connect: record.SpanOf(t.spec.RTT)}
}

// check refuses what would measure nothing or never end.
func (t *Target) check(trial record.Trial) error {
	load := trial.Load
	switch {
	case trial.Rest > longestTrial || trial.Duration > longestTrial || t.now > never/2:
		return fmt.Errorf("trial of %v after %v at %v: beyond the range of the virtual clock",
			trial.Duration, trial.Rest, t.Now())
	case trial.Duration <= 0 || trial.Warmup < 0 || trial.Rest < 0 || trial.Warmup >= trial.Duration:
		return fmt.Errorf("trial of %v with a warm-up of %v after %v: nothing would be measured",
			trial.Duration, trial.Warmup, trial.Rest)
	case load.Model == record.Open && (load.RateRPS > 0 && load.RateRPS <= 1e9):
		return nil
	case load.Model == record.Closed && load.Concurrency > 0 && load.Concurrency <= mostSlots:
		return nil
	}
	return fmt.Errorf("trial with %v in the model %q: want a rate above 0 and up to 1e9, or 1 to %d in flight",
		load, load.Model, mostSlots)
}

// What a trial may ask for, far beyond any that makes sense.
const (
	longestTrial = 30 * 24 * time.Hour // and its rest
	mostSlots    = 1_000_000
)

// begin opens the trial's book and plans its first requests.
func (t *Target) begin(trial record.Trial) {
	c := &t.client
	c.trial, c.sent, c.stopped = trial, 0, ""
	c.start, c.end = t.now, t.now+int64(trial.Duration)
	c.book = tally.New(trial)
	c.shard = c.book.Shard()
	c.ready.clear()
	c.resumes = c.resumes[:0]
	c.ceiling.free = 0
	t.live.Store(c.book)
	if c.open() {
		c.schedule = newSchedule(trial, c.start)
		t.foresee()
		return
	}
	for place := range trial.Load.Concurrency {
		t.putOff(t.now + int64(trial.Begins(place)))
	}
}

// glance is after how many events the context is looked at.
const glance = 4096

// drain lets everything happen until nothing is to be sent or waited for.
func (t *Target) drain(ctx context.Context) error {
	c := &t.client
	for i := 1; c.n > 0 || t.planned(send) || t.planned(resume); i++ {
		if i%glance == 0 {
			t.seen.Store(t.now)
			if ctx.Err() != nil {
				t.abandon()
				return ctx.Err()
			}
		}
		t.step()
	}
	return nil
}

// abandon ends the load and gives up on what is in flight.
func (t *Target) abandon() {
	if t.now < t.client.end {
		t.halt("interrupted")
	}
	for t.client.n > 0 {
		id := t.client.oldest
		t.requests.slots[id].abandoned = true
		t.client.done = tally.Request{Outcome: record.Error, Class: "interrupted", Example: "abandoned: the run was stopped"}
		t.finish(id)
	}
}

// dropRest counts what the schedule wanted before the end of the load and the
// generator never got round to.
func (t *Target) dropRest() {
	c := &t.client
	if !c.open() {
		return
	}
	for at := c.upcoming.intended; at < c.end; at = c.schedule.next() {
		c.shard.Drop(time.Duration(at - c.start))
	}
}
