package quantile

import (
	"gonum.org/v1/gonum/stat/distuv"

	"loadline/attack/record"
)

// Ranks are the order statistics (1 is the smallest of n) between which the
// p-quantile (0-1) lies with the confidence (0-1): the number of samples below
// it is binomial (Hahn and Meeker 1991, ch. 5). It is false where n samples cannot bound it on
// both sides.
func Ranks(n int64, p, confidence float64) (low, high int64, ok bool) {
	if n <= 0 || p <= 0 || p >= 1 {
		return 0, 0, false
	}
	below := distuv.Binomial{N: float64(n), P: p}
	tail := (1 - confidence) / 2
	low = search(n, func(k int64) bool { return below.CDF(float64(k)) > tail })
	high = search(n, func(k int64) bool { return below.CDF(float64(k)) >= 1-tail }) + 1
	return low, high, low >= 1 && high <= n
}

// search is the smallest k in 0..n for which reached holds; reached is monotone.
func search(n int64, reached func(int64) bool) int64 {
	low, high := int64(0), n
	for low < high {
		middle := low + (high-low)/2
		if reached(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// Of is the p-quantile (0-1) in seconds of samples counted in buckets of
// ascending Upper, with its order-statistic interval. It is an upper bucket
// bound, never a value between two modes, and nil where the samples cannot
// show it.
func Of(buckets []record.Bucket, p, confidence float64) *record.Estimate {
	n := total(buckets)
	low, high, ok := Ranks(n, p, confidence)
	if !ok {
		return nil
	}
	middle := min(max(int64(p*float64(n)+0.5), 1), n)
	return &record.Estimate{
		Value: at(buckets, middle), Low: at(buckets, low), High: at(buckets, high),
		Confidence: confidence,
	}
}

func total(buckets []record.Bucket) (n int64) {
	for _, b := range buckets {
		n += max(b.Count, 0)
	}
	return n
}

// at is the upper bound, in seconds, of the bucket that holds the sample of a rank.
func at(buckets []record.Bucket, rank int64) float64 {
	var seen int64
	for _, b := range buckets {
		seen += max(b.Count, 0)
		if seen >= rank {
			return b.Upper.Seconds()
		}
	}
	return 0
}
