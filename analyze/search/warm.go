package search

import (
	"time"

	"loadline/attack/record"
)

// warm holds the load that the probe found until the service no longer gets
// faster, and probes again if it got much faster meanwhile.
type warm struct {
	holds int
	done  bool
}

const (
	warmHolds = 5
	settled   = 0.02 // halves of a hold that differ by less are the same
	reprobe   = 1.08 // a service so much faster than at the probe is another service
)

func (w *warm) name() record.Phase { return record.Warm }

func (w *warm) next(s *Search) (record.Trial, bool) {
	if w.done || w.holds >= warmHolds || s.near == 0 {
		return record.Trial{}, false
	}
	best := s.best()
	response := s.response(2*s.near, best)
	wish := max(clamp(s.completions(1000, best), time.Second, 3*time.Second), 4*response)
	warmup, measured, ok := shrunk(s.room(w.name()), 2*response, wish)
	if !ok {
		return record.Trial{}, false
	}
	w.holds++
	return record.Trial{Load: record.ClosedLoad(s.near), Warmup: warmup, Duration: warmup + measured}, true
}

func (w *warm) observe(s *Search, step *record.Step) {
	older, newer, noise := halves(step)
	w.done = newer <= older*(1+max(settled, 2*noise))
	if !w.done || s.reprobed >= 2 {
		return
	}
	if rate := s.probed(s.near); rate > 0 && newer > rate*(reprobe+2*noise) {
		s.reprobed++
		w.holds, w.done = 0, false
		s.again(&probe{concurrency: s.near / 4})
	}
}

// halves are the goodputs of the older and the newer half of a step, and the
// relative standard error of either.
func halves(step *record.Step) (older, newer, noise float64) {
	if step.Windows == nil || len(step.Windows.OK) < 2 {
		return 0, 0, 1
	}
	ok := step.Windows.OK
	middle := len(ok) / 2
	a, b := sum(ok[:middle]), sum(ok[len(ok)-middle:])
	if a+b == 0 {
		return 0, 0, 1
	}
	each := float64(middle) * step.Windows.Length.Seconds()
	return a / each, b / each, 1 / sqrt((a+b)/2)
}

// probed is the rate that the last probe saw at a concurrency, 0 if it did not.
func (s *Search) probed(concurrency int) float64 {
	for i := len(s.steps) - 1; i >= 0; i-- {
		if step := &s.steps[i]; step.Phase == record.Probe && step.Load.Concurrency == concurrency {
			return goodput(step)
		}
	}
	return 0
}
