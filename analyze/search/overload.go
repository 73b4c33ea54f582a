package search

import (
	"time"

	"loadline/attack/record"
)

// overload offers multiples of the maximum for a short time, to see whether
// the service sheds, queues or collapses.
type overload struct{ trials int }

// multiples of the maximum that are offered, up to the configured one.
var multiples = []float64{1.5, 2, 3, 5, 7, 10, 15, 20, 50, 100}

func (o *overload) name() record.Phase { return record.Overload }

func (o *overload) next(s *Search) (record.Trial, bool) {
	factors := s.factors()
	if o.trials >= len(factors) || s.best() <= 0 || s.lost {
		return record.Trial{}, false
	}
	rate := s.within(factors[o.trials] * s.best())
	if rate < 1.05*s.best() {
		return record.Trial{}, false
	}
	wish := max(scaled(clamp(20*s.lone(), 1500*time.Millisecond, 4*time.Second), s.thrift()), 3*s.lone())
	warmup, measured, ok := shrunk(s.room(o.name())/time.Duration(len(factors)-o.trials), wish/3, wish)
	if !ok && o.trials < len(factors)-1 {
		o.trials++ // the farthest tells most
		return o.next(s)
	}
	return record.Trial{
		Load: record.OpenLoad(rate, s.config.Arrivals), Warmup: warmup, Duration: warmup + measured,
	}, ok
}

func (o *overload) observe(*Search, *record.Step) { o.trials++ }

// factors are the multiples to offer.
func (s *Search) factors() (out []float64) {
	for _, m := range multiples {
		if m < s.config.Overload {
			out = append(out, m)
		}
	}
	if s.config.Overload >= 1 {
		out = append(out, s.config.Overload)
	}
	return out
}
