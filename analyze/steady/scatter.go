package steady

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Scatter is how much counts that should have the mean 1 a second deviate
// from it, as a share, beyond what counting explains, in batches of up to the
// length in seconds, and whether that is more than chance: counting would show
// as much once in two hundred times. dispersion is the variance over the mean
// of the counts of each series. Windows in which the service stood still are
// left out: pauses are its habit, not noise.
func Scatter(all []Series, length float64, dispersion []float64) (share float64, sure bool) {
	var square, expected, n float64
	mean := overall(all)
	for i := range all {
		s := all[i].moving(dispersion[i])
		if len(s.Counts) == 0 {
			continue
		}
		for _, b := range s.cut(nil, i, max(1, int(s.Seconds()/length+0.5))) {
			square += (b.Rate - mean) * (b.Rate - mean)
			expected += dispersion[i] / b.Seconds
			n++
		}
	}
	if n < 4 {
		return 0, false
	}
	limit := distuv.ChiSquared{K: n - 1}.Quantile(0.995)
	return math.Sqrt(max(0, square-expected) / (n - 1)), square > limit*expected/n
}

func overall(all []Series) float64 {
	total, seconds := 0.0, 0.0
	for _, s := range all {
		total += s.Total()
		seconds += s.Seconds()
	}
	return total / max(seconds, math.SmallestNonzeroFloat64)
}

// moving is the series without the windows in which far less happened than
// chance allows.
func (s Series) moving(dispersion float64) Series {
	const still, sigmas = 0.3, 3.5 // of the mean of 1 a second
	if s.Length*(1-still)*(1-still) < sigmas*sigmas*dispersion {
		return s
	}
	out := s
	out.Counts = nil
	for _, n := range s.Counts {
		if n >= still*s.Length {
			out.Counts = append(out.Counts, n)
		}
	}
	return out
}
