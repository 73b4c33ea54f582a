package steady

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"loadline/attack/record"
)

// Trend is the slope of the rate against time, relative to the mean rate, per
// second, by least squares over batches weighted by their length; nil below
// four batches or where they lie at one moment.
func Trend(parts []Batch, confidence float64) *record.Estimate {
	if len(parts) < 4 {
		return nil
	}
	rate, seconds := pooled(parts)
	middle := 0.0
	for _, b := range parts {
		middle += b.Middle * b.Seconds / seconds
	}
	var sxx, sxy, rest float64
	for _, b := range parts {
		sxx += b.Seconds * (b.Middle - middle) * (b.Middle - middle)
		sxy += b.Seconds * (b.Middle - middle) * (b.Rate - rate)
	}
	if sxx == 0 || rate == 0 {
		return nil
	}
	slope := sxy / sxx
	for _, b := range parts {
		off := b.Rate - rate - slope*(b.Middle-middle)
		rest += b.Seconds * off * off
	}
	n := float64(len(parts))
	t := distuv.StudentsT{Sigma: 1, Nu: n - 2}.Quantile((1 + confidence) / 2)
	half := t * math.Sqrt(rest/(n-2)/sxx)
	return &record.Estimate{
		Value: slope / rate, Low: (slope - half) / rate, High: (slope + half) / rate,
		Confidence: confidence,
	}
}

// Scatter is the standard deviation of batches of about the given length in
// seconds, relative to their mean (0-1), and over how many of them; 0 below two.
func Scatter(all []Series, length float64) (share float64, n int) {
	total := 0.0
	for _, s := range all {
		total += s.Seconds()
	}
	parts := Batches(all, int(total/length))
	if len(parts) < 2 || length <= 0 {
		return 0, len(parts)
	}
	rate, seconds := pooled(parts)
	if rate == 0 {
		return 0, len(parts)
	}
	each := seconds / float64(len(parts))
	return math.Sqrt(variance(parts, rate)/each) / rate, len(parts)
}
