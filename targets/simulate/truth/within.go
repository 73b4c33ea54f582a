package truth

import (
	"math"

	"loadline/attack/record"
)

// within is the greatest rate that meets the objective, and where that is known from.
func (s service) within(o Objective, most float64) (record.Estimate, string) {
	if rate, source, ok := withinByForm(s.Spec, o); ok {
		return exactly(rate), source
	}
	low, high, ok := s.bracket(o, most)
	if !ok {
		return exactly(0), "simulated"
	}
	values := make([]float64, s.effort.Runs)
	for i := range values {
		values[i] = s.root(o, i, low, high)
	}
	return estimate(values), "simulated"
}

// bracket is a rate that meets the objective and one that does not, not far
// apart; there may be none in either direction. It comes from a run whose seeds
// the later ones do not use.
func (s service) bracket(o Objective, most float64) (low, high float64, ok bool) {
	const idle, beyond = 0.02, 100
	spare := s.effort.Runs
	if low = idle * most; s.excess(o, low, spare) > 0 {
		return 0, 0, false
	}
	for high = most; s.excess(o, high, spare) <= 0; high *= 1.3 {
		if low = high; high > beyond*most {
			return 0, 0, false
		}
	}
	for high > 1.1*low {
		middle := math.Sqrt(low * high)
		if s.excess(o, middle, spare) > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return low, high, true
}

// root is where the bad share is what is allowed, in one run. The seeds stay
// the same, so that a higher rate is the same run, only faster, and the excess a
// smooth function of it: false position with Illinois' halving (Dowell and
// Jarratt 1971) needs few of these runs.
func (s service) root(o Objective, number int, low, high float64) float64 {
	below, above := s.excess(o, low, number), s.excess(o, high, number)
	for below > 0 {
		low, high, above = low/1.1, low, below
		below = s.excess(o, low, number)
	}
	for above <= 0 {
		low, high, below = high, high*1.1, above
		above = s.excess(o, high, number)
	}
	for range maxRuns {
		rate := (low*above - high*below) / (above - below)
		excess := s.excess(o, rate, number)
		if math.Abs(excess) < closeEnough || high < 1.001*low {
			return rate
		}
		if excess > 0 {
			high, above, below = rate, excess, below/2
		} else {
			low, below, above = rate, excess, above/2
		}
	}
	return math.Sqrt(low * high)
}

const (
	maxRuns     = 20
	closeEnough = 0.01 // a bad share 1 % off moves the rate by some 0.02 %
)

// excess is the logarithm of the bad share over what is allowed. A run that has
// far more bad ones than its whole length allows ends there.
func (s service) excess(o Objective, rate float64, number int) float64 {
	const hopeless = 4
	expected := rate * s.span(rate).Seconds()
	stop := record.Stop{Bad: int(hopeless*o.Allowed*expected) + 10}
	step := s.run(record.OpenLoad(rate, record.Poisson), rate, number, o.Slow, stop)
	if step.Stopped != "" {
		return math.Log(hopeless)
	}
	return math.Log(max(badShare(&step), 0.1/expected) / max(o.Allowed, 0.1/expected))
}

func badShare(step *record.Step) float64 {
	var bad, sent int64
	for i := range step.Windows.Sent {
		bad += step.Windows.Bad[i]
		sent += step.Windows.Sent[i]
	}
	return float64(bad) / float64(max(sent, 1))
}
