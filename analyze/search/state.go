package search

import (
	"math"
	"time"

	"loadline/analyze"
	"loadline/analyze/knee"
	"loadline/analyze/slo"
	"loadline/attack/record"
)

// curve is what the closed steps say so far, nil before any did.
func (s *Search) curve() *knee.Curve {
	if s.known.steps != len(s.steps) {
		s.known.steps, s.known.curve = len(s.steps), analyze.Curve(s.steps)
	}
	return s.known.curve
}

// known is the curve of the first so many steps.
type known struct {
	steps int
	curve *knee.Curve
}

// best is the maximum throughput as known so far, per second; 0 before it is.
func (s *Search) best() float64 {
	if c := s.curve(); c != nil {
		return c.Max.Value
	}
	return 0
}

// responseAt is how long a request takes at a concurrency, as the curve has it.
func (s *Search) responseAt(concurrency int) time.Duration {
	c := s.curve()
	if c == nil || c.At(float64(concurrency)) <= 0 {
		return s.lone()
	}
	return max(s.lone(), seconds(float64(concurrency)/c.At(float64(concurrency))))
}

// answer is what the open steps say so far about the objective, nil before any did.
func (s *Search) answer() *slo.Answer {
	c := s.curve()
	if len(s.config.SLO) == 0 || c == nil {
		return nil
	}
	return s.config.SLO.Capacity(s.steps, analyze.Service(s.steps, c, s.config.Arrivals))
}

// bounded keeps a concurrency within what may be in flight, and within what
// could make more requests per second than may be offered: throughput grows at
// most in proportion to concurrency, so n carries at most X(m)·n/m for any m
// that was measured. One request at a time is never forbidden.
func (s *Search) bounded(n int) int {
	n = min(n, s.config.MaxInFlight)
	if s.config.MaxRate <= 0 {
		return max(n, 1)
	}
	most := 0.0
	for i := range s.steps {
		step := &s.steps[i]
		if x := step.Throughput; step.Load.Model == record.Closed && x != nil && *x > 0 {
			most = max(most, float64(step.Load.Concurrency)*s.config.MaxRate / *x)
		}
	}
	if most > 0 && most < float64(n) {
		n = int(most)
	}
	return max(n, 1)
}

// within bounds a rate by what may be offered.
func (s *Search) within(rate float64) float64 {
	if s.config.MaxRate > 0 {
		rate = min(rate, s.config.MaxRate)
	}
	return min(rate, 1e6)
}

// relaxation is about how long a queue takes to forget where it started, at
// a rate below the maximum: 1/(X(1−√ρ)²) (Cohen, The Single Server Queue, 1982).
func relaxation(rate, most float64) time.Duration {
	if most <= 0 || rate <= 0 {
		return 0
	}
	off := 1 - math.Sqrt(min(rate/most, 0.999))
	return seconds(min(1/(most*off*off), 3600))
}

func sum(column []int64) (total float64) {
	for _, n := range column {
		total += float64(n)
	}
	return total
}

func sqrt(x float64) float64 { return math.Sqrt(max(x, 0)) }
