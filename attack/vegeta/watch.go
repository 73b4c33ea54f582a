package vegeta

import (
	"context"
	"time"

	"loadline/attack/engine"
)

// glance is how often the stop rule is looked at.
const glance = 5 * time.Millisecond

// watch ends the sending when the load has lasted its time, the trial's stop
// rule is met, or ctx is done; in the last case it abandons what is still in
// flight after the grace. It returns once all is finished.
func (t *trial) watch(ctx context.Context, finished <-chan struct{}, stop func()) {
	defer t.abandon(nil)
	if whole := t.wait(ctx); whole {
		t.ended.Store(int64(t.plan.Duration))
	} else {
		t.ended.Store(int64(t.clock.Now()))
		close(t.quit)
		stop()
	}
	select {
	case <-finished:
		return
	case <-ctx.Done():
	}
	grace := time.NewTimer(engine.Grace)
	defer grace.Stop()
	select {
	case <-grace.C:
		t.abandon(engine.ErrInterrupted)
		<-finished
	case <-finished:
	}
}

// wait lasts as long as the load, and says whether the schedule was sent to
// its end: then nothing is left to be stopped.
func (t *trial) wait(ctx context.Context) (whole bool) {
	over := time.NewTimer(t.plan.Duration)
	defer over.Stop()
	look := time.NewTicker(glance)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-over.C:
			return t.overtime()
		case <-look.C:
			if _, met := t.book.Stop(); met {
				return false
			}
		}
	}
}

// overtime grants the last arrivals of a schedule a hiccup, and says whether
// there are no more.
func (t *trial) overtime() (whole bool) {
	if t.arrivals == nil {
		return false
	}
	hiccup := time.NewTimer(engine.Hiccup)
	defer hiccup.Stop()
	select {
	case <-t.spent:
		return true
	case <-hiccup.C:
		return false
	}
}

// end is how long the load lasted. What the schedule still had by then, and
// what vegeta was about to send, was dropped.
func (t *trial) end() time.Duration {
	t.clock.Stop() // vegeta may have stopped without asking the pacer again
	end := min(time.Duration(t.ended.Load()), t.plan.Duration)
	if t.arrivals == nil {
		return end
	}
	for len(t.starts) > 0 {
		t.drops.Drop(<-t.starts)
	}
	t.arrivals.Rest(end, t.drops.Drop)
	return end
}
