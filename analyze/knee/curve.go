package knee

import (
	"math"
	"slices"

	"loadline/analyze/steady"
	"loadline/attack/record"
)

// Tolerance is how far below the maximum the knee may lie, as a share.
const Tolerance = 0.03

// flat is how far below the maximum a level may lie and still count as plateau.
const flat = 0.005

// Confidence of every interval.
const Confidence = 0.95

// Curve is throughput against concurrency with what follows from it.
type Curve struct {
	Levels  []Level
	Fit     []float64        // fitted rate of each level: rises, then falls
	Max     record.Estimate  // throughput of the plateau, per second
	Plateau []steady.Series  // what Max rests on
	Knee    *record.Estimate // smallest concurrency within Tolerance of Max; nil where the fit still rises at the last level
	Rising  bool             // the last level is the best by more than the tolerance
}

// Of is the curve of closed steps; nil where none of them carried anything.
func Of(steps []record.Step) *Curve {
	c := &Curve{Levels: Levels(steps)}
	if len(c.Levels) == 0 || best(c.Levels) == 0 {
		return nil
	}
	rates, weights := columns(c.Levels)
	c.Fit = Unimodal(rates, weights)
	c.Plateau = plateau(c.Levels, c.Fit)
	c.Max = *steady.Mean(c.Plateau, Confidence)
	c.Rising = c.rising()
	c.Knee = c.interval()
	return c
}

func best(levels []Level) (rate float64) {
	for _, l := range levels {
		rate = max(rate, l.Rate)
	}
	return rate
}

func columns(levels []Level) (rates, weights []float64) {
	for _, l := range levels {
		rates = append(rates, l.Rate)
		weights = append(weights, 1/(l.Error*l.Error))
	}
	return rates, weights
}

// plateau is what was counted at the mode of the fit and at the levels around
// it, taken in by falling fit, that chance could put below those already in.
// A wider net would catch the flanks of a peak and pull the maximum down.
func plateau(levels []Level, fit []float64) (out []steady.Series) {
	low := slices.Index(fit, slices.Max(fit))
	high := low
	in := pool{}.with(levels[low])
	for {
		next := neighbour(fit, low-1, high+1)
		if next < 0 || !in.takes(levels[next]) {
			break
		}
		in = in.with(levels[next])
		low, high = min(low, next), max(high, next)
	}
	for _, l := range levels[low : high+1] {
		out = append(out, l.series...)
	}
	return out
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
	mean := p.sum / p.weight
	return l.Rate >= mean*(1-flat)-math.Sqrt(l.Error*l.Error+1/p.weight)
}

// rising says that the service took more at the last level than at the one
// before, by more than the tolerance: the maximum may lie beyond.
func (c *Curve) rising() bool {
	n := len(c.Fit)
	if n < 2 {
		return false
	}
	gain := c.Fit[n-1] - c.Fit[n-2]
	step := c.Levels[n-1].Concurrency / c.Levels[n-2].Concurrency
	return gain > c.Fit[n-1]*Tolerance*min(math.Log2(step), 1) && gain > 2*c.Levels[n-1].Error
}

// At is the fitted rate at a concurrency: linear between levels, proportional
// below the first, level beyond the last.
func (c *Curve) At(concurrency float64) float64 {
	first, last := c.Levels[0], len(c.Levels)-1
	if concurrency <= first.Concurrency {
		return c.Fit[0] * max(concurrency, 0) / first.Concurrency
	}
	for i := 1; i <= last; i++ {
		if a, b := c.Levels[i-1].Concurrency, c.Levels[i].Concurrency; concurrency <= b {
			return c.Fit[i-1] + (c.Fit[i]-c.Fit[i-1])*(concurrency-a)/(b-a)
		}
	}
	return c.Fit[last]
}

// InFlightShare is the mean number in flight over the concurrency on the
// plateau: below 1 where refused clients paused.
func (c *Curve) InFlightShare() float64 {
	at := slices.Index(c.Fit, slices.Max(c.Fit))
	return min(c.Levels[at].InFlight/c.Levels[at].Concurrency, 1)
}
