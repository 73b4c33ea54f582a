package search_test

import (
	"context"
	"testing"
	"time"

	"loadline/analyze"
	"loadline/analyze/search"
	"loadline/attack/record"
	"loadline/targets/simulate"
)

// climb runs a staircase against eight slots of 40 ms.
func climb(t *testing.T, loads []record.Load, step time.Duration) *record.Run {
	t.Helper()
	service, err := simulate.New(eightSlots, simulate.Options{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	run := blank(search.Config{})
	s := search.Staircase(loads, step).Judging(0, 5)
	for trial, ok := s.Next(); ok; trial, ok = s.Next() {
		measured, err := service.Run(context.Background(), trial)
		if err != nil {
			t.Fatal(err)
		}
		run.Steps = append(run.Steps, measured)
		s.Observe(measured)
	}
	return run
}

func concurrencies(levels ...int) (loads []record.Load) {
	for _, n := range levels {
		loads = append(loads, record.ClosedLoad(n))
	}
	return loads
}

func offered(rates ...float64) (loads []record.Load) {
	for _, r := range rates {
		loads = append(loads, record.OpenLoad(r, record.Poisson))
	}
	return loads
}

func TestStaircaseHoldsEveryLoad(t *testing.T) {
	loads := append(concurrencies(8, 1), offered(50, 20)...)
	s := search.Staircase(loads, 5*time.Second).Judging(time.Second, 9)
	seeds := map[uint64]bool{}
	for i, load := range loads {
		if p := s.Progress(); p.Phase != record.Staircase || p.Spent != time.Duration(i)*5*time.Second || p.Left != time.Duration(len(loads)-i)*5*time.Second {
			t.Errorf("before stair %d: %+v", i+1, p)
		}
		trial, ok := s.Next()
		if !ok {
			t.Fatalf("over after %d of %d stairs", i, len(loads))
		}
		if trial.Load != load || trial.Phase != record.Staircase || trial.Duration != 5*time.Second || trial.Warmup != time.Second || trial.Slow != time.Second {
			t.Errorf("stair %d is %+v, want %v for 5 s, of which the first is not counted", i+1, trial, load)
		}
		seeds[trial.Seed] = true
		s.Observe(record.Step{Duration: record.Span(trial.Duration)})
	}
	if _, more := s.Next(); more || len(seeds) != len(loads) {
		t.Errorf("more stairs: %v, different seeds: %d of %d", more, len(seeds), len(loads))
	}
	if _, more := search.Staircase(nil, time.Second).Next(); more {
		t.Error("a staircase without loads has a stair")
	}
}

func TestStaircaseOfConcurrencies(t *testing.T) {
	got := analyze.Conclude(climb(t, concurrencies(1, 2, 4, 6, 8, 10, 12, 16, 24), 5*time.Second))
	c := got.Capacity
	if c.Outcome != record.Found || got.Recommendation == nil {
		t.Fatalf("capacity %+v, findings %+v", c, got.Findings)
	}
	between(t, "maximum", c.MaxThroughput, 194, 206)
	between(t, "knee", c.Knee, 7, 10)
	if n := got.Recommendation.InFlightLimit; n < 6 || n > 9 {
		t.Errorf("limit %d, want 6 to 9", n)
	}
}

// A staircase that ends below the knee has seen no maximum.
func TestStaircaseTooLow(t *testing.T) {
	for _, loads := range [][]record.Load{concurrencies(1, 2, 3, 4), offered(50, 100, 150)} {
		got := analyze.Conclude(climb(t, loads, 5*time.Second))
		if got.Capacity.Outcome != record.LowerBound || got.Recommendation != nil {
			t.Errorf("up to %v: %+v and %+v, want a lower bound", loads[len(loads)-1], got.Capacity, got.Recommendation)
		}
	}
}

func TestStaircaseOfRates(t *testing.T) {
	got := analyze.Conclude(climb(t, offered(50, 100, 150, 180, 250, 300), 5*time.Second))
	c := got.Capacity
	if c.Outcome != record.Found || got.Recommendation == nil {
		t.Fatalf("capacity %+v, findings %+v", c, got.Findings)
	}
	between(t, "maximum", c.MaxThroughput, 190, 210)
	between(t, "in flight", c.InFlightAtMax, 6.5, 12)
	if c.Overload == nil || c.Overload.Behaviour != record.Queues {
		t.Errorf("overload %+v, want that it queues", c.Overload)
	}
}
