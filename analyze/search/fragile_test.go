package search_test

import (
	"testing"
	"time"

	"loadline/analyze/search"
	"loadline/attack/record"
)

// fragileService carries less the more is in flight: a crowd that came by
// chance tips it over, and what it left behind takes its time.
const fragileService = "sim:queue?servers=7&service=2ms&dist=exp&sigma=0.02&kappa=0.05"

// After a rate that was too much nothing is offered before the service is as
// quick with one request as it was.
func TestRecoversBetweenOpenTrials(t *testing.T) {
	config := search.Config{SLO: objective(t, "p99<20ms,errors<1%"), Budget: time.Minute, Seed: 2}
	got := finds(t, fragileService, config)
	tipped := 0
	for i, step := range got.run.Steps {
		if step.Phase != record.Objective || step.Stopped == "" {
			continue
		}
		tipped++
		if i+1 == len(got.run.Steps) || got.run.Steps[i+1].Phase != record.Recovery {
			t.Errorf("step %d was stopped (%s), and no recovery follows", i, step.Stopped)
		}
	}
	if tipped == 0 {
		t.Error("no rate was too much for a service that tips over")
	}
	for i := 1; i < len(got.run.Steps); i++ {
		before, step := got.run.Steps[i-1], got.run.Steps[i]
		if before.Phase == record.Recovery && step.Phase == record.Objective && before.Counts.OK == 0 {
			t.Errorf("step %d was offered to a service that still answered nothing", i)
		}
	}
}

// An open load ends where the service cannot come back, long before everything
// that is offered has piled up.
func TestEndsBeyondNoReturn(t *testing.T) {
	got := finds(t, fragileService, search.Config{SLO: objective(t, "p99<20ms,errors<1%"), Budget: time.Minute, Seed: 3})
	for _, step := range got.run.Steps {
		if step.Phase == record.Objective && step.InFlight.Max != nil && *step.InFlight.Max > 100 {
			t.Errorf("%v in flight at %v, where %v are more than it ever works off", *step.InFlight.Max, step.Load, 100)
		}
	}
}

// A service that has grown meanwhile is found out at the end: the plateau is
// held again, not the limit alone.
func TestHoldsThePlateauAgain(t *testing.T) {
	got := finds(t, "sim:queue?servers=4&service=10ms&dist=exp", search.Config{Budget: 40 * time.Second})
	limit, far := got.limit(), 0
	for i := range got.run.Steps {
		if step := &got.run.Steps[i]; step.Phase == record.Check {
			far = max(far, step.Load.Concurrency)
		}
	}
	if far <= limit {
		t.Errorf("the check went up to %d in flight, the limit is %d", far, limit)
	}
}
