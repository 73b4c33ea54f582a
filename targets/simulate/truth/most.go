package truth

import (
	"math"

	"loadline/attack/record"
)

// closed is the goodput of n in flight.
func (s service) closed(n int) record.Estimate {
	values := make([]float64, s.effort.Runs)
	for i := range values {
		values[i] = s.goodput(n, i)
	}
	return estimate(values)
}

func (s service) goodput(n, number int) float64 {
	expected := min(float64(n)/(s.Service+s.RTT).Seconds(), capacity(s.Spec), 2*policy(s.Spec))
	return s.run(record.ClosedLoad(n), expected, number, 0, record.Stop{}).Goodput.Value
}

// most is the best goodput at any concurrency, and a concurrency that gives it.
func (s service) most() (record.Estimate, int) {
	value, known := mostByForm(s.Spec)
	if known && !crowds(s.Spec) {
		return exactly(value), s.reaching((1 - Tolerance) * value)
	}
	best, at := 0.0, 1
	for n := 1; n <= s.crowd(); n = max(n+1, n*9/8) {
		if x := s.goodput(n, s.effort.Runs); x > best {
			best, at = x, n
		}
	}
	if known {
		return exactly(value), at
	}
	return s.closed(at), at
}

// reaching doubles a concurrency until it gives the goodput.
func (s service) reaching(goodput float64) int {
	n := 1
	for n < s.crowd() && s.goodput(n, s.effort.Runs) < goodput {
		n *= 2
	}
	return n
}

// crowd is a concurrency at which every station, every place to wait and the
// network are full.
func (s service) crowd() int {
	return 4 + 2*s.Servers + max(s.Queue, 0) + int(math.Ceil(2*capacity(s.Spec)*s.RTT.Seconds()))
}

// knee is the smallest concurrency within the tolerance of the most, which
// at gives. Up to there goodput rises, so that bisection finds it.
func (s service) knee(most float64, at int) int {
	low, high := 0, at
	for high-low > 1 {
		middle := (low + high) / 2
		if s.goodput(middle, s.effort.Runs) >= (1-Tolerance)*most {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
