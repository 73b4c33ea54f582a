package slo

import (
	"math"
	"time"

	"loadline/analyze/quantile"
	"loadline/attack/record"
)

// Enough is about how many requests decide the clause where those of the step
// do not, if as large a share of them breaks it, and how long the step's load
// takes for them. Clean ones have to be 1/(1-p) for the quantile p at the very
// least, and more to be sure. 0: so near the bound that no number does.
func (s SLO) Enough(c Clause, step *record.Step) (requests int64, load time.Duration) {
	n := s.deciding(c, step)
	if n > most {
		return 0, 0
	}
	total := step.Ended().Total()
	if total > 0 {
		load = time.Duration(n / float64(total) * float64(step.Measured()))
	}
	return int64(math.Ceil(n)), load
}

// most requests that anybody would send to decide a clause.
const most = 1e8

// deciding is that number; beyond most where there is none.
func (s SLO) deciding(c Clause, step *record.Step) float64 {
	v := s.judge(c, step)
	if c.Name == Mean {
		return decidingMean(v, step)
	}
	bad, total := s.Count(c, step)
	share, clumps := bad/max(total, 1), Clumping(step)
	rest := float64(step.Ended().Total()) / max(total, 1) // requests that the clause leaves aside come on top
	low, high := 1.0, 2.0
	for high <= most && !decides(c, share, high/clumps) {
		low, high = high, 2*high
	}
	for high <= most && high-low > 0.01*high+1 {
		if middle := (low + high) / 2; decides(c, share, middle/clumps) {
			high = middle
		} else {
			low = middle
		}
	}
	return high * max(rest, 1)
}

// decides says whether n requests of which a share is bad show on which side
// of the bound the clause is.
func decides(c Clause, share, n float64) bool {
	e := quantile.Share(share*n, n, Confidence)
	return e.Low > c.Allowed() || e.High <= c.Allowed()
}

// decidingMean: the interval of a mean narrows with the root of the count.
func decidingMean(v Verdict, step *record.Step) float64 {
	q := step.Response.OK
	if q == nil || q.Count == 0 || v.Share.Value == 1 {
		return float64(v.Needs)
	}
	ratio := (v.Share.High - v.Share.Value) / (1 - v.Share.Value)
	return max(float64(q.Count)*ratio*ratio, float64(v.Needs))
}
