package search_test

import (
	"testing"
	"time"

	"loadline/analyze/search"
	"loadline/attack/record"
)

// between fails where an estimate's value is out of its bounds.
func between(t *testing.T, what string, e *record.Estimate, low, high float64) {
	t.Helper()
	switch {
	case e == nil:
		t.Errorf("%s is not known, want %v to %v", what, low, high)
	case e.Value < low || e.Value > high:
		t.Errorf("%s is %.4g, want %v to %v", what, e.Value, low, high)
	case !(e.Low <= e.Value && e.Value <= e.High):
		t.Errorf("%s is %.4g, outside of its own interval %.4g to %.4g", what, e.Value, e.Low, e.High)
	}
}

// found says whether the search found a maximum, and fails where it did not.
func (s *sweep) found(t *testing.T) bool {
	t.Helper()
	if s.Capacity == nil || s.Capacity.Outcome != record.Found || s.Recommendation == nil {
		t.Errorf("capacity %+v, recommendation %+v, findings %+v; want it found", s.Capacity, s.Recommendation, s.Findings)
		return false
	}
	return true
}

func limited(t *testing.T, s *sweep, low, high int) {
	t.Helper()
	if n := s.limit(); n < low || n > high {
		t.Errorf("limit %d, want %d to %d", n, low, high)
	}
}

func TestEightSlots(t *testing.T) {
	s := eight()
	if !s.found(t) {
		return
	}
	between(t, "maximum", s.Capacity.MaxThroughput, 194, 206)
	between(t, "knee", s.Capacity.Knee, 7, 10)
	between(t, "in flight", s.Capacity.InFlightAtMax, 7, 10)
	limited(t, s, 6, 9)
	if b := s.Capacity.Overload; b == nil || b.Behaviour != record.Queues || b.Recovery == nil {
		t.Errorf("overload %+v, want that it queues and recovers", b)
	}
}

// Of several rates that scatter, the greatest is so by luck: the probe must
// not follow it to where the knee is out of sight.
func TestEightSlotsThatScatter(t *testing.T) {
	for seed := range uint64(12) {
		s := finds(t, "sim:queue?servers=8&service=40ms&dist=exp", search.Config{Budget: time.Minute, Seed: seed})
		if s.found(t) {
			limited(t, s, 6, 9)
		}
	}
}

// How far the service was overloaded is no reason for another limit.
func TestHigherOverloadKeepsTheLimit(t *testing.T) {
	gentle := eight()
	for _, most := range []float64{1, 10} {
		s := finds(t, eightSlots, search.Config{Budget: time.Minute, Seed: 1, Overload: most})
		if !s.found(t) {
			continue
		}
		limited(t, s, max(gentle.limit()-1, 6), min(gentle.limit()+1, 9))
		if f := s.Capacity.Overload.Factor; most > 1 && (f == nil || *f < 0.9*most) {
			t.Errorf("overload %+v, want a factor of %v", s.Capacity.Overload, most)
		}
	}
}

func TestOneSlot(t *testing.T) {
	s := finds(t, "sim:queue?servers=1&service=50ms", search.Config{Budget: time.Minute})
	if s.found(t) {
		between(t, "maximum", s.Capacity.MaxThroughput, 19, 21)
		limited(t, s, 1, 1)
	}
}

func TestExponentialService(t *testing.T) {
	s := finds(t, eightSlots+"&dist=exp", search.Config{})
	if s.found(t) {
		between(t, "maximum", s.Capacity.MaxThroughput, 190, 210)
		between(t, "in flight", s.Capacity.InFlightAtMax, 6, 11)
		limited(t, s, 6, 10)
	}
}

// The client sees the network as well: 8 are served and 200/s × 20 ms travel.
func TestDistantService(t *testing.T) {
	s := finds(t, eightSlots+"&rtt=20ms", search.Config{Budget: time.Minute})
	if s.found(t) {
		between(t, "maximum", s.Capacity.MaxThroughput, 194, 206)
		between(t, "knee", s.Capacity.Knee, 10.5, 13.5)
		limited(t, s, 10, 12)
	}
}

func TestSheddingService(t *testing.T) {
	s := finds(t, eightSlots+"&queue=4&reject=429", search.Config{Budget: time.Minute})
	if !s.found(t) {
		return
	}
	between(t, "maximum", s.Capacity.MaxThroughput, 194, 206)
	limited(t, s, 6, 9)
	b := s.Capacity.Overload
	if b == nil || b.Behaviour != record.Sheds || b.GoodputRetained == nil || *b.GoodputRetained < 0.9 {
		t.Errorf("overload %+v, want that it sheds and keeps its goodput", b)
	}
}

// The service is three times slower at first; what it does once it is warm counts.
func TestColdStart(t *testing.T) {
	s := cold()
	if s.found(t) {
		between(t, "maximum", s.Capacity.MaxThroughput, 190, 210)
	}
}

// At 169/s one in a hundred of the responses takes longer than 100 ms: a
// simulated run of 3,000 s is the truth.
func TestObjective(t *testing.T) {
	s := finds(t, eightSlots, search.Config{SLO: objective(t, "p99<100ms,errors<1%")})
	if !s.found(t) {
		return
	}
	between(t, "capacity under the objective", s.Capacity.SLOCapacity, 0.93*169, 1.07*169)
	if r := *s.Recommendation.Rate; r > s.Capacity.SLOCapacity.Value {
		t.Errorf("recommends %v/s beyond the objective's %v/s", r, s.Capacity.SLOCapacity.Value)
	}
}
