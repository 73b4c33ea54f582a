package knee

import (
	"math"
	"slices"

	"loadline/attack/record"
)

// moderate keeps the maximum within what was measured, up to chance: between
// the levels a shape may rise higher than anybody has seen, and none is so well known
// as a level that was held long.
func (c *Curve) moderate() {
	const chance = 3 // standard errors; the top of several is the top by luck as well
	rate, err := c.crest()
	c.Max.Value = min(c.Max.Value, rate+err)
	c.Max.Low = min(max(c.Max.Low, rate-chance*err), c.Max.Value)
	if c.dense() {
		c.Max.High = max(min(c.Max.High, rate+chance*err), c.Max.Value)
	}
}

// dense says that there is no concurrency left to try beside the best.
func (c *Curve) dense() bool {
	top, beside := best(c.Levels).Concurrency, 0
	for _, l := range c.Levels {
		if l.Concurrency == top-1 || l.Concurrency == top+1 {
			beside++
		}
	}
	return beside == 2 || beside == 1 && top == 1
}

// crest is the top of the unimodal regression and its standard error.
func (c *Curve) crest() (rate, err float64) {
	fit := c.unimodal()
	rate = slices.Max(fit)
	weight := 0.0
	for i, l := range c.Levels {
		if fit[i] == rate {
			weight += 1 / (l.Error * l.Error)
		}
	}
	return rate, 1 / math.Sqrt(weight)
}

// agree moves the knee up to where the averaged curve has come near the
// maximum: averages of knees that differ widely may lie where it has not.
func (c *Curve) agree() {
	const step, slack, surely = 1.02, 2, 0.8 // slack times the tolerance; a share of the maximum
	last, near := c.Levels[len(c.Levels)-1].Concurrency, (1-slack*Tolerance)*c.Max.Value
	for n := c.Knee.Value; n <= last; n = max(step*n, n+0.1) {
		if c.At(math.Ceil(n)) >= near {
			c.Knee.Value = n
			break
		}
	}
	c.Knee.High = max(c.Knee.High, c.Knee.Value)
	for c.Knee.Low < c.Knee.Value && c.At(c.Knee.Low) < surely*c.Max.Low {
		c.Knee.Low = min(step*c.Knee.Low, c.Knee.Value)
	}
}

// open is for a curve that still rises: what was measured is a lower bound.
func (c *Curve) open(top Level) {
	last := c.Levels[len(c.Levels)-1].Concurrency
	c.Max = measured(top)
	c.Knee.Value = last
	c.Knee.Low, c.Knee.High = min(c.Knee.Low, last), max(c.Knee.High, last)
}

// measured is the rate of one level as an estimate.
func measured(l Level) record.Estimate {
	return record.Estimate{
		Value: l.Rate, Low: max(0, l.Rate-1.96*l.Error), High: l.Rate + 1.96*l.Error, Confidence: Confidence,
	}
}
