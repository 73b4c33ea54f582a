package slo

import (
	"math"

	"loadline/analyze/knee"
	"loadline/attack/record"
)

// Point is the evidence of one rate: of Total independent requests Bad were
// bad. Both are divided by their clumping, so they need not be whole.
type Point struct {
	Rate       float64 // arrivals per second
	Bad, Total float64
}

// Posterior is what the evidence says about the rate at which the bad share
// reaches the allowance: a density over evenly spaced rates.
type Posterior struct {
	Rates      []float64
	Density    []float64 // sums to 1
	Infeasible float64   // probability (0-1) that no rate keeps the allowance
}

const (
	cells  = 130
	lowest = 0.02 // of the maximum: where the grid of rates begins
	// doubt is the prior probability that no rate keeps the allowance.
	doubt = 0.1
	// fuzz is how far, as a share, the model itself may be off.
	fuzz = 0.006
)

// NewPosterior weighs every candidate rate by the likelihood of all points.
// most is the maximum throughput, which the answer cannot exceed; its
// uncertainty carries over. expected is where theory puts the answer; tips the rates beyond which the service may tip over.
func NewPosterior(points []Point, allowed float64, most record.Estimate, expected Expectation, tips []knee.Tip) Posterior {
	if allowed <= 0 || allowed >= 1 || most.Value <= 0 {
		return Posterior{}
	}
	deviation := max((most.High-most.Low)/4, fuzz*most.Value)
	top := most.Value + 1.5*deviation
	p := Posterior{Rates: make([]float64, cells), Density: make([]float64, cells)}
	for i := range cells {
		p.Rates[i] = top * (lowest + (1-lowest)*(float64(i)+0.5)/cells)
	}
	w := newWeights()
	for _, m := range models(allowed, steepness(expected)) {
		for _, at := range []struct{ z, weight float64 }{{-1.2, 0.3}, {0, 0.4}, {1.2, 0.3}} {
			m.most = most.Value + at.z*deviation
			for i, rate := range p.Rates {
				if rate < m.most*highest {
					w.add(i, at.weight*m.weight*(1-doubt)*prior(1-rate/m.most, expected), m.likelihood(points, allowed, rate))
				}
			}
		}
	}
	for _, m := range hopeless(allowed) {
		m.most = most.Value
		for _, share := range []float64{0.5, 0.8, 0.95} {
			w.add(cells, m.weight*doubt/3, m.likelihood(points, allowed, share*m.most))
		}
	}
	p.Infeasible = w.into(p.Density)
	p.cut(tips)
	p.blur(deviation)
	return p
}

// steepness is how widely the slope may differ from that of a queue, as the
// deviation of its logarithm: more for response times of which theory expects nothing.
func steepness(expected Expectation) float64 {
	if expected.Share > 0 || !expected.Timed {
		return 0.3
	}
	return 1
}

// prior is the density of the answer before any open trial, up to a factor,
// by the share that it lies below the maximum: normal in the logit about what theory
// expects, as far as it is trusted, else flat. So a small share is as uncertain
// in proportion as a small rest.
func prior(share float64, expected Expectation) float64 {
	const rough, trust, half = 0.25, 0.92, 0.85 // deviation of a bad guess
	flat := 1 / (1 - lowest)
	if expected.Share <= 0 || expected.Share > 0.97 {
		return flat / cells
	}
	off := logit(share) - logit(expected.Share)
	bell := half*normal(off, expected.Sigma) + (1-half)*normal(off, math.Hypot(rough, expected.Sigma))
	return ((1-trust)*flat + trust*bell/(share*(1-share))) / cells
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// normal is the density of a normal variable.
func normal(off, sigma float64) float64 {
	z := off / sigma
	return math.Exp(-z*z/2) / (sigma * math.Sqrt(2*math.Pi))
}

// highest share of the maximum that an answer may be.
const highest = 0.9995

// weights adds up prior times likelihood by cell; the last is the
// infeasible. Likelihoods are logarithms, so the sum waits for the largest.
type weights struct {
	cells       []int
	prior, logs []float64
	top         float64
}

func newWeights() *weights { return &weights{top: math.Inf(-1)} }

func (w *weights) add(cell int, prior, log float64) {
	w.cells, w.prior, w.logs = append(w.cells, cell), append(w.prior, prior), append(w.logs, log)
	w.top = max(w.top, log)
}

// into fills the density and is the probability of the infeasible.
func (w *weights) into(density []float64) float64 {
	sum, lost := 0.0, 0.0
	for i, cell := range w.cells {
		v := w.prior[i] * math.Exp(w.logs[i]-w.top)
		if cell == len(density) {
			lost += v
			continue
		}
		density[cell] += v
		sum += v
	}
	for i := range density {
		density[i] /= max(sum, math.SmallestNonzeroFloat64)
	}
	return lost / max(lost+sum, math.SmallestNonzeroFloat64)
}

// cut makes the density that of the smaller of two rates: the answer so far,
// and the one at which the service tips over. It is beyond a rate only if both are.
func (p Posterior) cut(tips []knee.Tip) {
	const soft = 0.02 // relative deviation: a tipping rate is an estimate too
	if len(tips) == 0 {
		return
	}
	answer, before := 1.0, 1.0 // probabilities of lying beyond
	for i, rate := range p.Rates {
		answer -= p.Density[i]
		tip := 0.0
		for _, t := range tips {
			tip += t.Probability * math.Erfc((rate/t.Rate-1)/soft/math.Sqrt2) / 2
		}
		now := max(answer, 0) * tip
		p.Density[i], before = max(before-now, 0), now
	}
}

// blur widens the density by what the model may be off: never is an answer
// more certain than the model.
func (p Posterior) blur(deviation float64) {
	width := p.Rates[1] - p.Rates[0]
	out := make([]float64, len(p.Density))
	for i, d := range p.Density {
		if d < 1e-9 {
			continue
		}
		scale := max(fuzz*p.Rates[i], 0) / width
		norm := 0.0
		reach := int(3*scale) + 1
		for j := max(0, i-reach); j <= min(len(out)-1, i+reach); j++ {
			norm += kernel(float64(j-i), scale)
		}
		for j := max(0, i-reach); j <= min(len(out)-1, i+reach); j++ {
			out[j] += d * kernel(float64(j-i), scale) / norm
		}
	}
	copy(p.Density, out)
}

func kernel(off, scale float64) float64 {
	return math.Exp(-off * off / (2 * max(scale*scale, 0.05)))
}

// Quantile is the rate below which the answer lies with probability q.
func (p Posterior) Quantile(q float64) float64 {
	if len(p.Rates) == 0 {
		return 0
	}
	width, sum := p.Rates[1]-p.Rates[0], 0.0
	for i, d := range p.Density {
		if sum+d >= q && d > 0 {
			return p.Rates[i] + width*((q-sum)/d-0.5)
		}
		sum += d
	}
	return p.Rates[len(p.Rates)-1]
}

// Estimate is about the median, with the interval of equal tails. The wider
// the interval, the further below the median: too high a rate breaks the
// objective, too low a one only wastes.
func (p Posterior) Estimate(confidence float64) record.Estimate {
	e := record.Estimate{
		Value: p.Quantile(0.5), Low: p.Quantile((1 - confidence) / 2),
		High: p.Quantile((1 + confidence) / 2), Confidence: confidence,
	}
	e.Value = p.Quantile(min(max(0.45-2.5*(e.HalfWidth()-0.02), 0.25), 0.45))
	return e
}
