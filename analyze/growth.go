package analyze

import (
	"fmt"
	"math"
	"slices"

	"loadline/analyze/knee"
	"loadline/attack/record"
)

// growth is a service that gave the same for a while and then, all at once, much
// more: it scaled. One that warms up gives more all the time, and less and less
// so; and it becomes quicker, too, when it has nothing else to do.
type growth struct{ before, after float64 } // goodput per second; 0: it did not grow

// grown compares the first refinement with the maximum that was found after
// the service had to be warmed up again, and every level with what the curve has
// for it in the end.
func grown(steps []record.Step, c *knee.Curve) growth {
	const flat, much, least = 0.05, 1.15, 8
	if g := outgrown(steps, c); g.before > 0 {
		return g
	}
	first := firstRefinement(steps)
	if len(first) < least {
		return growth{}
	}
	half := len(first) / 2
	early, later := upper(first[:half]), upper(first[half:half+half/2])
	if early <= 0 || math.Abs(later/early-1) > flat || c.Max.Value < much*early {
		return growth{}
	}
	return growth{early, c.Max.Value}
}

// outgrown is the level that gave far less once than the curve has for it, of
// a service that is no quicker alone than it was.
func outgrown(steps []record.Step, c *knee.Curve) (g growth) {
	const much, surely, few = 1.2, 4, 50
	if !asBefore(steps, c) {
		return growth{}
	}
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Closed || s.Goodput == nil || s.Limited() || s.Counts.Shed > 0 || s.Phase == record.Recovery {
			continue
		}
		gave, now := s.Goodput.Value, c.At(float64(s.Load.Concurrency))
		err := (s.Goodput.High - s.Goodput.Low) / 4
		if now > much*gave && now > gave+surely*err && s.Counts.OK >= few {
			return growth{gave, now}
		}
	}
	return growth{}
}

// asBefore says that requests which wait for nothing take as long as at the
// beginning, as far as enough were sent to tell.
func asBefore(steps []record.Step, c *knee.Curve) bool {
	const enough, quicker, slower = 100, 0.82, 1.3
	var early, late medians
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Closed || !unhindered(s.Load.Concurrency, c) {
			continue
		}
		switch s.Phase {
		case record.Preflight, record.Base, record.Probe:
			early.add(s)
		case record.Recovery:
			if m := (medians{}).with(s); m.time() < slower*early.time() {
				late.add(s)
			}
		default:
			late.add(s)
		}
	}
	return early.count >= enough && late.count >= enough && late.time() > quicker*early.time()
}

// unhindered says that so many in flight wait for nothing, even in a service
// that has become several times as large since.
func unhindered(n int, c *knee.Curve) bool {
	const below = 0.3 // of the knee
	return n == 1 || float64(n) < below*c.Knee.Value
}

// medians is the mean of steps' median service times.
type medians struct{ count, sum float64 }

func (m *medians) add(s *record.Step) {
	if q := s.Service.OK; q != nil && q.P50 != nil {
		m.count, m.sum = m.count+float64(q.Count), m.sum+float64(q.Count)*q.P50.Seconds()
	}
}

func (m medians) with(s *record.Step) medians {
	m.add(s)
	return m
}

func (m medians) time() float64 { return m.sum / max(m.count, 1) }

// firstRefinement is the goodput of the refinement's visits before the search
// went back to warming up; nil where it never did.
func firstRefinement(steps []record.Step) (out []float64) {
	for i := range steps {
		switch s := &steps[i]; {
		case s.Phase == record.Refine && s.Goodput != nil && !s.Limited():
			out = append(out, s.Goodput.Value)
		case s.Phase == record.Warm && len(out) > 0:
			return out
		}
	}
	return nil
}

// upper is the upper quartile.
func upper(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)*3/4]
}

func (g growth) String() string {
	return fmt.Sprintf("it gave %.4g/s for a while, and later %.4g/s at the same load", g.before, g.after)
}
