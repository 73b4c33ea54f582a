package search

import (
	"time"

	"loadline/attack/record"
)

// warm holds the load that the probe found until the service no longer gets
// faster. If it did get faster, the probe went too high (a cold service rises
// with time as well as with load), so that half the load is tried for as long as it
// gives nearly as much; or too low, so that the probe is repeated.
type warm struct {
	rates   []float64 // of the holds so far
	descent bool      // half the load is being tried
	lower   bool      // and gave nearly as much
	done    bool
}

const (
	warmHolds = 20
	settled   = 0.015 // holds that differ by less are the same
	reprobe   = 1.08  // a service so much faster than at the probe is another service
	// patience is the share of the budget that a service which still gets
	// faster may take beyond its own.
	patience = 0.2
)

func (w *warm) name() record.Phase { return record.Warm }

func (w *warm) next(s *Search) (record.Trial, bool) {
	if w.done || len(w.rates) >= warmHolds || s.near == 0 {
		return record.Trial{}, false
	}
	level := s.near
	if w.descent {
		level = max(s.near/2, 1)
	}
	best := max(s.best(), w.last())
	response := s.response(2*level, best)
	wish := max(clamp(s.completions(1000, best), time.Second, 3*time.Second), 4*response)
	if s.warming && !w.descent {
		wish = max(wish, 3*time.Second)
	}
	room := s.room(w.name())
	warmup, measured, ok := shrunk(room, 2*response, wish)
	return record.Trial{Load: record.ClosedLoad(level), Warmup: warmup, Duration: warmup + measured}, ok
}

func (w *warm) last() float64 {
	if len(w.rates) == 0 {
		return 0
	}
	return w.rates[len(w.rates)-1]
}

// observe compares the hold with the one before and, within the first, its
// halves. A service that got faster has to hold still twice.
func (w *warm) observe(s *Search, step *record.Step) {
	older, newer, noise := halves(step)
	rate := (older + newer) / 2
	if w.descent {
		w.descend(s, rate, noise)
		return
	}
	before := w.last()
	if before == 0 {
		before = max(older, s.probed(s.near))
		rate = newer
	}
	w.rates = append(w.rates, rate)
	still := rate <= before*(1+max(settled, 1.5*noise))
	if !still && !s.warming {
		s.warming = true
	}
	w.done = still && (!s.warming || w.quiet(noise))
	if !w.done || rate <= s.probed(s.near)*(reprobe+noise) {
		return
	}
	switch {
	case s.near > 1:
		w.done, w.descent = false, true
	case s.reprobed < 1:
		s.reprobed++
		s.again(&probe{concurrency: s.near / 4})
	}
}

// descend takes half the load if it gives nearly as much; if even the first
// half does not, more load may give more.
func (w *warm) descend(s *Search, rate, noise float64) {
	if rate >= (nearTop-noise)*w.last() && s.near > 1 {
		s.near = max(s.near/2, 1)
		w.lower = true
		w.done = s.near == 1
		return
	}
	w.done = true
	if !w.lower && s.reprobed < 1 {
		s.reprobed++
		s.again(&probe{concurrency: s.near / 2})
	}
}

// quiet says that the last three holds rose by less than they scatter.
func (w *warm) quiet(noise float64) bool {
	n := len(w.rates)
	return n >= 3 && w.rates[n-1] <= w.rates[n-3]*(1+max(2*settled, 1.5*noise))
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
