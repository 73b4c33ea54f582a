package simulate

import (
	"math/rand/v2"

	"loadline/attack/record"
)

// schedule says when the open model wants its requests sent.
type schedule struct {
	gap     float64 // mean time between arrivals, nanoseconds
	poisson bool
	random  *rand.Rand

	start, end int64
	k          int64   // arrivals so far
	since      float64 // of the last, since the start; Poisson
}

func newSchedule(trial record.Trial, start int64) schedule {
	return schedule{
		gap:     1e9 / trial.Load.RateRPS,
		poisson: trial.Load.Arrivals != record.Constant,
		random:  stream(trial.Seed, arrivalStream),
		start:   start, end: start + int64(trial.Duration),
	}
}

// next is the intended start of the next request; never after the last.
func (s *schedule) next() int64 {
	if s.poisson {
		s.since += s.random.ExpFloat64() * s.gap
	} else {
		s.since = float64(s.k) * s.gap
	}
	s.k++
	if at := s.start + int64(s.since); at < s.end {
		return at
	}
	return never
}

// foresee draws the next arrival of the open model.
func (t *Target) foresee() {
	c := &t.client
	intended := c.schedule.next()
	if intended == never {
		c.upcoming = planned{never, never}
		t.plan(send, never)
		return
	}
	c.upcoming = planned{intended, c.ceiling.turn(intended)}
	t.plan(send, c.upcoming.at)
	if c.upcoming.at >= c.end {
		t.plan(send, never)
	}
}
