package steady

import "math"

// Warmup is how many leading values to leave out so that the mean of the rest
// is known best: MSER-5 (White 1997), which minimises the standard error of
// the remaining mean over batches of five values. It is false, "no steady
// state", where the minimum lies in the second half of the series: then what
// is left is no evidence that the warm-up has ended. Fewer than ten values are
// kept whole.
func Warmup(series []float64) (cut int, ok bool) {
	const batch = 5
	means := batchesOf(series, batch)
	if len(means) < 2 {
		return 0, true
	}
	best, at := math.Inf(1), 0
	for from := 0; from < len(means)-1; from++ {
		if e := squaredError(means[from:]); e < best {
			best, at = e, from
		}
	}
	return at * batch, at <= len(means)/2
}

// squaredError is MSER's statistic: the sum of squares over n².
func squaredError(values []float64) float64 {
	n := float64(len(values))
	m := mean(values)
	sum := 0.0
	for _, v := range values {
		sum += (v - m) * (v - m)
	}
	return sum / (n * n)
}

// batchesOf are the means of consecutive batches; an incomplete one is left out.
func batchesOf(series []float64, size int) []float64 {
	var out []float64
	for from := 0; size > 0 && from+size <= len(series); from += size {
		out = append(out, mean(series[from:from+size]))
	}
	return out
}

func mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
