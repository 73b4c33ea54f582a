package simulate

import (
	"math"
	"math/rand/v2"

	"loadline/attack/record"
)

// schedule says when the open model wants its requests sent.
type schedule struct {
	rate    float64 // arrivals per nanosecond
	ramp    float64 // nanoseconds in which the rate rises from 0
	poisson bool
	random  *rand.Rand

	start, end int64
	due        float64 // arrivals that the rate makes due until the next one
	first      bool
}

func newSchedule(trial record.Trial, start int64) schedule {
	return schedule{
		rate:    trial.Load.RateRPS / 1e9,
		ramp:    float64(trial.Ramp),
		poisson: trial.Load.Arrivals != record.Constant,
		random:  stream(trial.Seed, arrivalStream),
		start:   start, end: start + int64(trial.Duration),
		first: true,
	}
}

// next is the intended start of the next request; never after the last. Constant
// arrivals begin with the load, Poisson ones a gap later.
func (s *schedule) next() int64 {
	switch {
	case s.poisson:
		s.due += s.random.ExpFloat64()
	case !s.first:
		s.due++
	}
	s.first = false
	// Compared before it becomes whole: at the least of rates it is beyond any clock.
	if after := s.after(s.due); after < float64(s.end-s.start) {
		return s.start + int64(after)
	}
	return never
}

// after is when so many arrivals have become due: the inverse of the rate's
// integral, a square in the ramp and a line beyond it.
func (s *schedule) after(n float64) float64 {
	if n < s.rate*s.ramp/2 {
		return math.Sqrt(2 * n * s.ramp / s.rate)
	}
	return n/s.rate + s.ramp/2
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
