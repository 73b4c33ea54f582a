package knee

import (
	"math"
	"slices"

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

// At is the rate at a concurrency: as the shapes have it up to the best level,
// and beyond it as far off them as the levels were.
func (c *Curve) At(concurrency float64) float64 {
	if c.steps != nil {
		return c.between(concurrency)
	}
	return c.shaped(concurrency) * math.Exp(c.off(concurrency))
}

// shaped is the rate by the shapes alone.
func (c *Curve) shaped(concurrency float64) (rate float64) {
	for i := range c.fits {
		rate += c.fits[i].weight * c.fits[i].at(concurrency)
	}
	return rate
}

// off is by how much, as a logarithm, the levels beyond the best lie off the
// shapes: linear in the logarithm of the concurrency between levels, and the
// last level's beyond it.
func (c *Curve) off(concurrency float64) (off float64) {
	before := best(c.Levels).Concurrency
	for _, l := range c.Levels {
		if l.Concurrency <= before || concurrency <= before {
			continue
		}
		here := c.excess(l)
		if concurrency < l.Concurrency {
			return off + (here-off)*math.Log(concurrency/before)/math.Log(l.Concurrency/before)
		}
		off, before = here, l.Concurrency
	}
	return off
}

// excess is the logarithm of a level's rate over the shapes', the less the
// more of it may be chance.
func (c *Curve) excess(l Level) float64 {
	shaped := c.shaped(l.Concurrency)
	if l.Rate <= 0 || shaped <= 0 {
		return 0
	}
	off, chance := math.Log(l.Rate/shaped), l.Error/l.Rate
	return off * off * off / (off*off + chance*chance + 1e-12)
}

// InFlightAt is the mean number in flight at a concurrency: linear between
// levels, and below the concurrency where refused clients paused.
func (c *Curve) InFlightAt(concurrency float64) float64 {
	before := Level{}
	for _, l := range c.Levels {
		if l.Concurrency >= concurrency {
			part := (concurrency - before.Concurrency) / (l.Concurrency - before.Concurrency)
			return min(before.InFlight+part*(l.InFlight-before.InFlight), concurrency)
		}
		before = l
	}
	return min(before.InFlight*concurrency/before.Concurrency, concurrency)
}
