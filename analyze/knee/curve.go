package knee

import (
	"math"

	"loadline/attack/record"
)

// Tolerance is how far below the maximum the knee may lie, as a share.
const Tolerance = 0.03

// Confidence of every interval.
const Confidence = 0.95

// Curve is throughput against concurrency with what follows from it.
type Curve struct {
	Levels []Level
	Max    record.Estimate // throughput per second: of the plateau or the peak
	Knee   record.Estimate // smallest concurrency within Tolerance of Max
	Rising bool            // the knee is not below the last level: Max is what was measured there
	// Dispersion is the variance of the completions' number over its mean: at
	// saturation, the square of the service times' coefficient of variation.
	Dispersion float64

	fits  []fit     // the shapes that count, weights adding up to 1
	steps []float64 // instead of the shapes: a rate for each level
}

// Of is the curve of closed steps; nil where none of them carried anything.
//
// Every window of every level bears on the answer: all shapes are put through
// all levels, and Max and Knee are averages over the shapes, weighted by how
// well they fit (Bayesian model averaging). Nothing is taken from the best
// level alone, which is the best by luck as well. Where no shape fits, a
// unimodal regression takes their place.
func Of(steps []record.Step) *Curve {
	c := &Curve{}
	c.Levels, c.Dispersion = Levels(steps)
	top := best(c.Levels)
	if top.Rate <= 0 {
		return nil
	}
	var misfit float64
	c.fits, misfit = fits(samples(c.Levels), top)
	if misfit > odd {
		c.stepwise()
	} else {
		c.smooth()
	}
	if c.Rising {
		c.open(top)
	}
	return c
}

const (
	// reach is how far beyond the last level the curve is believed.
	reach = 1.5
	// odd is the misfit per degree of freedom from which no shape is believed.
	odd = 6
)

// smooth takes the answers from the shapes. The curve still rises where its
// knee is more likely beyond the last level than before.
func (c *Curve) smooth() {
	last := c.Levels[len(c.Levels)-1].Concurrency
	c.Max = c.average(func(f *fit) (float64, float64) { return f.most(reach * last) })
	c.Knee = c.average(func(f *fit) (float64, float64) { return max(f.corner*f.place, 1), math.Sqrt(f.varKnee) })
	beyond := 0.0
	for _, f := range c.fits {
		if f.corner*f.place > last {
			beyond += f.weight
		}
	}
	c.Rising = beyond > 0.5
	c.moderate()
	c.agree()
}

// fits are the shapes that explain the levels, from the best down to a
// thousandth of its weight. Where even the best fits worse than chance
// explains, all errors grow by as much; misfit is that excess.
func fits(all []sample, top Level) (out []fit, misfit float64) {
	place := max(top.Rate*all[0].n/max(all[0].rate, 1e-9*top.Rate), all[0].n)
	place = min(place, all[len(all)-1].n)
	least := math.Inf(1)
	for _, s := range shapes {
		f := s.through(all, top.Rate, place)
		out = append(out, f)
		least = min(least, f.misfit)
	}
	excess := max(1, least/max(1, float64(len(all)-2)))
	most := math.Inf(-1)
	for i := range out {
		f := &out[i]
		f.varRate, f.varKnee, f.covariance = excess*f.varRate, excess*f.varKnee, excess*f.covariance
		f.evidence -= (f.misfit - least) / (2 * excess)
		most = max(most, f.evidence)
	}
	return weighted(out, most), excess
}

func weighted(all []fit, most float64) (out []fit) {
	sum := 0.0
	for _, f := range all {
		if f.weight = math.Exp(f.evidence - most); f.weight > 1e-3 {
			out = append(out, f)
			sum += f.weight
		}
	}
	for i := range out {
		out[i].weight /= sum
	}
	return out
}

// average is the mean over the fits of a quantity with the standard error of
// its logarithm; the interval holds the shapes' own errors and their disagreement.
func (c *Curve) average(of func(*fit) (value, err float64)) record.Estimate {
	const z = 2.1 // a little beyond the normal 1.96, for the variances are estimates too
	mean, square := 0.0, 0.0
	for i := range c.fits {
		value, err := of(&c.fits[i])
		log := math.Log(value)
		mean += c.fits[i].weight * log
		square += c.fits[i].weight * (log*log + err*err)
	}
	half := z * math.Sqrt(max(square-mean*mean, 0))
	return record.Estimate{
		Value: math.Exp(mean), Low: math.Exp(mean - half), High: math.Exp(mean + half), Confidence: Confidence,
	}
}
