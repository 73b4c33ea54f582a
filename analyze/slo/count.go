package slo

import (
	"math"
	"time"

	"loadline/attack/record"
)

// rarely stands for the share allowed by "max": what no measurement of a
// bounded length can tell from never.
const rarely = 0.0005

// Allowed is the share of requests that may break the clause (0-1). For the mean it is 1.
func (c Clause) Allowed() float64 {
	switch {
	case c.Name == Mean:
		return 1
	case c.Share == 0:
		return rarely
	}
	return c.Share
}

// Watch is what a trial has to count for the objective: a response slower than
// slow is bad (0: only failures are), and the share of bad requests that is allowed.
// It is taken from the clause with the longest tail.
func (s SLO) Watch() (slow time.Duration, allowed float64) {
	allowed = 1
	for _, c := range s {
		switch {
		case c.Name == Mean:
		case c.Timed() && (slow == 0 || c.Allowed() < allowed):
			slow, allowed = c.Limit, c.Allowed()
		case slow == 0:
			allowed = min(allowed, c.Allowed())
		}
	}
	return slow, allowed
}

// has says whether there is a clause of that name.
func (s SLO) has(name string) bool {
	for _, c := range s {
		if c.Name == name {
			return true
		}
	}
	return false
}

// timed says whether any clause bounds a response time.
func (s SLO) timed() bool {
	for _, c := range s {
		if c.Timed() {
			return true
		}
	}
	return false
}

// Count is how many requests of the step broke the clause, and of how many. A failure
// or a refusal breaks a response time clause as an endless response would,
// unless another clause says how many there may be.
func (s SLO) Count(c Clause, step *record.Step) (bad, total float64) {
	n := step.Ended()
	failed, shed, total := float64(n.Failed()), float64(n.Shed), float64(n.Total())
	switch {
	case c.Name == Shed:
		return shed, total
	case c.Name == Errors && (s.has(Shed) || s.timed()):
		return failed, total
	case c.Name == Errors:
		return failed + shed, total
	}
	bad = Slower(step, c.Limit)
	if s.has(Errors) {
		total -= failed
	} else {
		bad += failed
	}
	if s.has(Shed) {
		total -= shed
	} else {
		bad += shed
	}
	return bad, total
}

// Slower is how many accepted requests took longer than limit. The windows
// counted that exactly if they were counted against this limit; whether they
// were, the distribution shows. Otherwise it is interpolated within the bucket.
func Slower(step *record.Step, limit time.Duration) float64 {
	least, most, middle := beyond(step.Distribution, above(step), limit)
	if step.Windows != nil {
		exact := -float64(step.Counts.Failed() + step.Counts.Shed)
		for _, n := range step.Windows.Bad {
			exact += float64(n)
		}
		if exact >= least && exact <= most {
			return exact
		}
	}
	return middle
}

// above is what every sample is above: the first bucket may begin far below
// the shortest of them.
func above(step *record.Step) float64 {
	if q := step.Response.OK; q != nil && q.Min != nil {
		return max(float64(*q.Min)-1, 0)
	}
	return 0
}

// beyond is how many samples, all of them above lower, are above limit: at
// least, at most, and with the bucket around the limit divided in proportion
// to the logarithm of time.
func beyond(buckets []record.Bucket, lower float64, limit time.Duration) (least, most, middle float64) {
	for _, b := range buckets {
		n, upper := float64(b.Count), float64(b.Upper)
		switch {
		case lower >= float64(limit):
			least, most, middle = least+n, most+n, middle+n
		case upper > float64(limit):
			most += n
			middle += n * part(lower, float64(limit), upper)
		}
		lower = upper
	}
	return least, most, middle
}

// part is the share of a bucket that lies above limit.
func part(lower, limit, upper float64) float64 {
	if lower <= 0 || upper <= lower {
		return 0.5
	}
	return math.Log(upper/limit) / math.Log(upper/lower)
}
