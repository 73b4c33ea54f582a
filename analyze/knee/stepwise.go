package knee

import (
	"math"
	"slices"

	"loadline/attack/record"
)

// stepwise takes the answers from a unimodal regression, for curves that bend
// like none of the shapes: a service that drops into another state.
func (c *Curve) stepwise() {
	c.steps = c.unimodal()
	c.Max = c.plateau()
	c.Knee = c.crossing((1 - Tolerance) * c.Max.Value)
	last := len(c.steps) - 1
	c.Rising = last > 0 && c.steps[last-1] < (1-Tolerance)*c.steps[last]
}

// unimodal is the regression of the levels' rates.
func (c *Curve) unimodal() []float64 {
	rates, weights := make([]float64, len(c.Levels)), make([]float64, len(c.Levels))
	for i, l := range c.Levels {
		rates[i], weights[i] = l.Rate, 1/(l.Error*l.Error)
	}
	return Unimodal(rates, weights)
}

// flat is how far below the maximum a level may lie and still count as plateau.
const flat = 0.01

// plateau is the mean over the levels around the mode, taken in by falling
// fit, that chance could put below those already in.
func (c *Curve) plateau() record.Estimate {
	low := slices.Index(c.steps, slices.Max(c.steps))
	high := low
	in := pool{}.with(c.Levels[low])
	for {
		next := neighbour(c.steps, low-1, high+1)
		if next < 0 || !in.takes(c.Levels[next]) {
			break
		}
		in = in.with(c.Levels[next])
		low, high = min(low, next), max(high, next)
	}
	mean, half := in.sum/in.weight, 1.96/math.Sqrt(in.weight)
	return record.Estimate{Value: mean, Low: max(0, mean-half), High: mean + half, Confidence: Confidence}
}

// neighbour is the better of two levels by the fit, -1 where neither exists.
func neighbour(fit []float64, below, above int) int {
	switch {
	case below < 0 && above >= len(fit):
		return -1
	case below < 0:
		return above
	case above >= len(fit) || fit[below] > fit[above]:
		return below
	}
	return above
}

// pool is the mean of levels, weighted by the inverse of their variance.
type pool struct{ weight, sum float64 }

func (p pool) with(l Level) pool {
	w := 1 / (l.Error * l.Error)
	return pool{p.weight + w, p.sum + w*l.Rate}
}

// takes says whether a level is within flat of the pool, or so little below
// it that one in six equal ones would be.
func (p pool) takes(l Level) bool {
	return l.Rate >= p.sum/p.weight*(1-flat)-math.Sqrt(l.Error*l.Error+1/p.weight)
}

// crossing is the smallest concurrency at which the regression reaches the
// target. Throughput bends downward: between two levels it rises no faster
// than in proportion to concurrency and no slower than the straight line.
func (c *Curve) crossing(target float64) record.Estimate {
	i := slices.IndexFunc(c.steps, func(rate float64) bool { return rate >= target })
	if i < 0 {
		i = slices.Index(c.steps, slices.Max(c.steps))
	}
	at := c.Levels[i].Concurrency
	out := record.Estimate{Value: at, Low: at, High: at, Confidence: Confidence}
	if i == 0 {
		out.Low = min(1, at)
		return out
	}
	before, fit := c.Levels[i-1].Concurrency, c.steps[i-1]
	out.High = min(before+(at-before)*(target-fit)/max(c.steps[i]-fit, 1e-9), at)
	out.Low = out.High
	if fit > 0 {
		out.Low = min(before*target/fit, out.High)
	}
	out.Value = (out.Low + out.High) / 2
	return out
}

// between is the regression at a concurrency: linear between levels,
// proportional below the first, and beyond the last by the power with which it
// fell before, if it did.
func (c *Curve) between(concurrency float64) float64 {
	first, last := c.Levels[0], len(c.Levels)-1
	if concurrency <= first.Concurrency {
		return c.steps[0] * max(concurrency, 0) / first.Concurrency
	}
	for i := 1; i <= last; i++ {
		if a, b := c.Levels[i-1].Concurrency, c.Levels[i].Concurrency; concurrency <= b {
			return c.steps[i-1] + (c.steps[i]-c.steps[i-1])*(concurrency-a)/(b-a)
		}
	}
	return c.steps[last] * math.Pow(concurrency/c.Levels[last].Concurrency, -c.power())
}

// power is that of concurrency with which the regression falls at its end, 0-1.5.
func (c *Curve) power() float64 {
	last := len(c.steps) - 1
	if last == 0 || c.steps[last] <= 0 {
		return 0
	}
	power := math.Log(c.steps[last-1]/c.steps[last]) / math.Log(c.Levels[last].Concurrency/c.Levels[last-1].Concurrency)
	return min(max(power, 0), 1.5)
}
