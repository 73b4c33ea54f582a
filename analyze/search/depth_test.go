package search_test

import (
	"testing"
	"time"

	"loadline/analyze"
	"loadline/analyze/search"
	"loadline/attack/record"
)

// deepest is the most that was held in flight after the first visit of the
// refinement, and what it gave as a share of the maximum.
func (s *sweep) deepest() (concurrency int, share float64) {
	for i := range s.run.Steps {
		step := &s.run.Steps[i]
		if step.Phase == record.Refine && step.Goodput != nil && step.Load.Concurrency > concurrency {
			concurrency, share = step.Load.Concurrency, step.Goodput.Value/s.Capacity.MaxThroughput.Value
		}
	}
	return concurrency, share
}

// Where throughput falls it is followed down to where the service tips over;
// on a plateau one look does.
func TestFollowsTheFall(t *testing.T) {
	config := search.Config{SLO: objective(t, "p99<20ms,errors<1%"), Budget: time.Minute, Seed: 2}
	if n, share := finds(t, fragileService, config).deepest(); share > 0.6 {
		t.Errorf("followed to %d in flight, where it still gives %.2f of the maximum", n, share)
	}
	if n, share := finds(t, "sim:queue?servers=8&service=2ms&dist=exp", config).deepest(); n < 16 || n > 60 || share < 0.9 {
		t.Errorf("a plateau that begins at 8 was followed to %d, where it gives %.2f of the maximum", n, share)
	}
}

// How many a service takes in before it refuses is known to one.
func TestCountsThePlaces(t *testing.T) {
	config := search.Config{SLO: objective(t, "p99<200ms,errors<1%"), Budget: time.Minute, Seed: 2}
	for _, queue := range []string{"0", "3"} {
		got := finds(t, "sim:queue?servers=4&service=10ms&dist=exp&reject_cost=1ms&queue="+queue, config)
		want := map[string]int{"0": 4, "3": 7}[queue]
		if p := analyze.PlacesOf(got.run.Steps); p.Never != want || p.Some != want+1 {
			t.Errorf("queue of %s before 4: %+v, want %d places", queue, p, want)
		}
	}
}

// A share of failures that does not depend on the load leaves no rate, be the
// service ever so slow that hardly any are counted.
func TestFlatFailuresAreInfeasible(t *testing.T) {
	config := search.Config{SLO: objective(t, "p99<2s,errors<1%"), Budget: time.Minute, Seed: 4}
	got := finds(t, "sim:queue?servers=7&service=50ms&dist=exp&errors=0.04", config)
	if !said(got, analyze.Infeasible) || got.Capacity.SLOCapacity != nil {
		t.Errorf("capacity %+v, findings %+v; want it infeasible", got.Capacity, got.Findings)
	}
}

func said(s *sweep, kind string) bool {
	for _, f := range s.Findings {
		if f.Kind == kind {
			return true
		}
	}
	return false
}
