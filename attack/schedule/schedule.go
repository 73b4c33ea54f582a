package schedule

import (
	"fmt"
	"math"
	"time"

	"loadline/attack/record"
)

// Never is the start of a request that no schedule sends: later than any load lasts.
const Never = time.Duration(math.MaxInt64)

// Fastest is the highest rate that a schedule takes, per second. Beyond it
// starts a nanosecond apart could not be told from each other.
const Fastest = 1e8

// Schedule is the intended starts of the requests of one load, in ascending
// order. It is immutable.
type Schedule struct {
	profile profile
	process process
}

// process is a point process of unit rate: its k-th point, from 0.
type process interface {
	at(k int64) float64
	// walk is at(k), at(k+1), … for one goroutine.
	walk(k int64) walker
	// split is the i-th of n processes whose union, each at 1/n of the rate, is this.
	split(i, n int) process
}

type walker interface{ next() float64 }

// New is the schedule of an open load, which begins at once at its full rate.
// Seed decides where poisson arrivals fall.
func New(load record.Load, seed uint64) (*Schedule, error) {
	return Ramp(0, load.RateRPS, 0, load.Arrivals, seed)
}

// Of is the schedule of an open trial, its ramp included.
func Of(trial record.Trial) (*Schedule, error) {
	return Ramp(0, trial.Load.RateRPS, trial.Ramp, trial.Load.Arrivals, trial.Seed)
}

// Ramp is a schedule whose rate goes linearly from one rate to another, both
// per second, and then stays. Either may be 0, but not both.
func Ramp(from, to float64, over time.Duration, arrivals record.Arrivals, seed uint64) (*Schedule, error) {
	if over < 0 {
		return nil, fmt.Errorf("ramp of %s: must not be negative", over)
	}
	if over == 0 {
		from = to
	}
	for _, rate := range []float64{from, to} {
		if !(rate >= 0 && rate <= Fastest) || from == 0 && to == 0 {
			return nil, fmt.Errorf("rate %v/s: must be above 0 and at most %v/s", rate, Fastest)
		}
	}
	p := profile{from: from, to: to, over: over.Seconds()}
	switch arrivals {
	case record.Constant:
		return &Schedule{profile: p, process: even{}}, nil
	case record.Poisson:
		return &Schedule{profile: p, process: newPoisson(seed)}, nil
	}
	return nil, fmt.Errorf("arrivals %q: want %q or %q", arrivals, record.Poisson, record.Constant)
}

// At is when request k (from 0) is meant to start, since the start of the
// load; Never where the schedule has no such request.
func (s *Schedule) At(k int64) time.Duration {
	if k < 0 {
		return Never
	}
	return s.profile.when(s.process.at(k))
}

// Rate is the rate at t, per second.
func (s *Schedule) Rate(t time.Duration) float64 { return s.profile.rate(t.Seconds()) }

// Expected is the mean number of requests before t.
func (s *Schedule) Expected(t time.Duration) float64 { return s.profile.expected(t.Seconds()) }

// Split cuts the schedule into n whose union has the law of the whole.
func (s *Schedule) Split(n int) []*Schedule {
	parts := make([]*Schedule, n)
	for i := range parts {
		parts[i] = &Schedule{profile: s.profile.scaled(1 / float64(n)), process: s.process.split(i, n)}
	}
	return parts
}

// Cursor walks a schedule in order. It belongs to one goroutine.
type Cursor struct {
	profile profile
	walker  walker
}

// Cursor starts before the first request.
func (s *Schedule) Cursor() *Cursor { return s.From(0) }

// From starts before request k, which must not be negative.
func (s *Schedule) From(k int64) *Cursor {
	return &Cursor{profile: s.profile, walker: s.process.walk(k)}
}

// Next is the intended start of the next request, or Never.
func (c *Cursor) Next() time.Duration { return c.profile.when(c.walker.next()) }
