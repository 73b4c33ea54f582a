package knee

import (
	"math/rand/v2"
	"slices"

	"loadline/attack/record"
)

// draws of the levels' rates make the knee's interval.
const draws = 200

// interval is the knee with the interval of a parametric bootstrap: each level
// is drawn again within its standard error, and the fit and the crossing are
// repeated. Where the crossing lies between two levels the interval covers
// what the gap leaves open.
func (c *Curve) interval() *record.Estimate {
	target := (1 - Tolerance) * c.Max.Value
	concurrency := concurrencies(c.Levels)
	value, low, high := crossing(concurrency, c.Fit, target)
	random := rand.New(rand.NewPCG(1, 2)) // the same evidence always gives the same interval
	lows, highs := []float64{low}, []float64{high}
	_, weights := columns(c.Levels)
	for range draws {
		rates := make([]float64, len(c.Levels))
		for i, l := range c.Levels {
			rates[i] = max(0, c.Fit[i]+random.NormFloat64()*l.Error)
		}
		_, a, b := crossing(concurrency, Unimodal(rates, weights), target)
		lows, highs = append(lows, a), append(highs, b)
	}
	slices.Sort(lows)
	slices.Sort(highs)
	return &record.Estimate{
		Value: value, Low: min(value, lows[draws*25/1000]), High: max(value, highs[draws*975/1000]),
		Confidence: Confidence,
	}
}

func concurrencies(levels []Level) (out []float64) {
	for _, l := range levels {
		out = append(out, l.Concurrency)
	}
	return out
}

// crossing is the smallest concurrency at which the fit reaches the target,
// and the bounds that the gap between the levels around it leaves. Throughput
// bends downward: it cannot rise faster than in proportion to concurrency, nor
// slower than the straight line to the level above.
func crossing(concurrency, fit []float64, target float64) (value, low, high float64) {
	for i, rate := range fit {
		if rate < target {
			continue
		}
		if i == 0 {
			return concurrency[0], max(1, concurrency[0]*target/rate), concurrency[0]
		}
		a, b := concurrency[i-1], concurrency[i]
		high = a + (b-a)*(target-fit[i-1])/(rate-fit[i-1])
		low = high
		if fit[i-1] > 0 {
			low = min(a*target/fit[i-1], high)
		}
		return (low + high) / 2, low, high
	}
	last := concurrency[len(concurrency)-1]
	return last, last, last
}
