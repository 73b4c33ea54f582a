package slo

import (
	"math"

	"loadline/analyze/quantile"
	"loadline/attack/record"
)

// Confidence of every interval.
const Confidence = 0.95

// Holds is whether a clause held.
type Holds string

// A clause is unclear where the samples are too few or too near the bound.
const (
	Yes     Holds = "yes"
	No      Holds = "no"
	Unclear Holds = "unclear"
)

// Verdict is one clause judged against one step.
type Verdict struct {
	Clause Clause
	Share  record.Estimate // of requests that broke the clause, 0-1; the mean's: mean/limit
	Holds  Holds
	Needs  int // clean requests that the clause wants before it can be said to hold
}

// Judge judges the step clause by clause, in the objective's order.
func (s SLO) Judge(step *record.Step) []Verdict {
	out := make([]Verdict, 0, len(s))
	for _, c := range s {
		out = append(out, s.judge(c, step))
	}
	return out
}

// Met is the worst of the clauses: No if any clause broke, Yes if all held.
func (s SLO) Met(step *record.Step) Holds {
	worst := Yes
	for _, v := range s.Judge(step) {
		if v.Holds == No {
			return No
		}
		if v.Holds == Unclear {
			worst = Unclear
		}
	}
	return worst
}

// Kept says whether no clause was broken by more requests than may, chance
// left aside, and the step was not cut short because of it.
func (s SLO) Kept(step *record.Step) bool {
	for _, v := range s.Judge(step) {
		if v.Share.Value > v.Clause.Allowed() {
			return false
		}
	}
	return step.Stopped == "" && step.Counts.Total() > 0
}

func (s SLO) judge(c Clause, step *record.Step) Verdict {
	if c.Name == Mean {
		return judgeMean(c, step)
	}
	bad, total := s.Count(c, step)
	clumps := Clumping(step)
	share := quantile.Share(bad/clumps, total/clumps, Confidence)
	v := Verdict{Clause: c, Share: share, Holds: Unclear, Needs: quantile.Samples(c.Allowed(), (1+Confidence)/2)} // the interval has two sides
	switch {
	case share.Low > c.Allowed():
		v.Holds = No
	case share.High <= c.Allowed():
		v.Holds = Yes
	}
	return v
}

// judgeMean compares the mean with its limit; the normal interval of the mean
// takes the spread from the distribution.
func judgeMean(c Clause, step *record.Step) Verdict {
	v := Verdict{Clause: c, Holds: Unclear, Needs: 30, Share: record.Estimate{Confidence: Confidence}}
	q := step.Response.OK
	if q == nil || q.Mean == nil || q.Count == 0 {
		return v
	}
	mean := q.Mean.Seconds()
	half := 1.96 * deviation(step.Distribution, mean) * math.Sqrt(Clumping(step)/float64(q.Count))
	limit := c.Limit.Seconds()
	v.Share = record.Estimate{Value: mean / limit, Low: max(0, mean-half) / limit, High: (mean + half) / limit, Confidence: Confidence}
	switch {
	case v.Share.Low > 1:
		v.Holds = No
	case v.Share.High <= 1 && q.Count >= int64(v.Needs):
		v.Holds = Yes
	}
	return v
}

// deviation is the standard deviation about the mean, in seconds, of samples in buckets.
func deviation(buckets []record.Bucket, mean float64) float64 {
	sum, n := 0.0, 0.0
	for _, b := range buckets {
		off := b.Upper.Seconds() - mean
		sum += float64(b.Count) * off * off
		n += float64(b.Count)
	}
	if n == 0 {
		return mean
	}
	return math.Sqrt(sum / n)
}
