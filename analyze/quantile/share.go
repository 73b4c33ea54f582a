package quantile

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"loadline/attack/record"
)

// Share is bad/total (0-1) with the exact binomial interval of Clopper and
// Pearson (1934): it covers the truth with at least the confidence (0-1),
// whatever the truth. Without samples nothing is known: 0 within [0, 1].
// Counts need not be whole: a count thinned for correlation works as well.
func Share(bad, total, confidence float64) record.Estimate {
	if total <= 0 {
		return record.Estimate{High: 1, Confidence: confidence}
	}
	bad = min(max(bad, 0), total)
	tail := (1 - confidence) / 2
	e := record.Estimate{Value: bad / total, High: 1, Confidence: confidence}
	if bad > 0 {
		e.Low = distuv.Beta{Alpha: bad, Beta: total - bad + 1}.Quantile(tail)
	}
	if bad < total {
		e.High = distuv.Beta{Alpha: bad + 1, Beta: total - bad}.Quantile(1 - tail)
	}
	return e
}

// Samples is how many requests, all of them good, show with the confidence
// (0-1) that the bad share is below allowed (0-1): ln(1−confidence)/ln(1−allowed),
// the "rule of three". It is 299 for 1 % at 95 %, and 0 where nothing need be shown.
func Samples(allowed, confidence float64) int {
	if allowed >= 1 || confidence <= 0 {
		return 0
	}
	if allowed <= 0 || confidence >= 1 {
		return math.MaxInt32
	}
	return int(math.Ceil(min(math.Log1p(-confidence)/math.Log1p(-allowed), math.MaxInt32)))
}
