package slo

import (
	"math"

	"loadline/attack/record"
)

// Point is the evidence of one rate: of Total independent requests Bad were
// bad. Both are divided by their clumping, so they need not be whole.
type Point struct {
	Rate       float64 // arrivals per second, or 0 for a service without a queue
	Bad, Total float64
}

// Posterior is what the evidence says about the rate at which the bad share
// reaches the allowance: a density over rates that are evenly spaced.
type Posterior struct {
	Rates   []float64
	Density []float64 // sums to 1
}

// The model of the bad share p at the rate r, with X the maximum throughput:
//
//	p = floor + (1−floor)·exp(ln q·(1 − slope·(r−r*)/(X−r*)))
//
// where q makes p the allowance at r*. The tail of a queue's waiting time is
// exponential with an exponent that falls linearly as the load rises, and it reaches
// one at the maximum (Kingman 1964; exact for M/M/c), which is slope = 1. The
// floor is what the service does whatever the load: its own slow requests and
// flat errors.
type model struct {
	floor, slope float64
	weight       float64 // prior
}

// fractions of the maximum between which the answer may lie, and the steps between.
const (
	lowest = 0.02
	cells  = 240
)

// models are the priors: slope lognormal about one, floor more likely small.
func models(allowed float64) (out []model) {
	const sigma = 0.6
	floors := []float64{0, 0.1, 0.25, 0.5, 0.8}
	for i, f := range floors {
		for z := -2.0; z <= 2; z += 0.5 {
			weight := math.Exp(-z*z/2) / float64(i+1)
			out = append(out, model{f * allowed, math.Exp(sigma * z), weight})
		}
	}
	return out
}

// NewPosterior weighs every candidate by the likelihood of all points. most is
// the maximum throughput, which the answer cannot exceed.
func NewPosterior(points []Point, allowed, most float64) Posterior {
	p := Posterior{Rates: make([]float64, cells), Density: make([]float64, cells)}
	if allowed <= 0 || allowed >= 1 || most <= 0 {
		return Posterior{}
	}
	priors := models(allowed)
	logs := make([]float64, 0, cells*len(priors))
	top := math.Inf(-1)
	for i := range cells {
		share := lowest + (1-lowest)*(float64(i)+0.5)/cells
		p.Rates[i] = share * most
		for _, m := range priors {
			l := m.likelihood(points, allowed, share, most)
			logs = append(logs, l)
			top = max(top, l)
		}
	}
	for i := range cells {
		for j, m := range priors {
			p.Density[i] += m.weight * math.Exp(logs[i*len(priors)+j]-top)
		}
	}
	p.normalise()
	return p
}

func (p Posterior) normalise() {
	sum := 0.0
	for _, d := range p.Density {
		sum += d
	}
	for i := range p.Density {
		p.Density[i] /= sum
	}
}

// likelihood is the logarithm of the points' likelihood with the answer at share·most.
func (m model) likelihood(points []Point, allowed, share, most float64) float64 {
	sum := 0.0
	q := math.Log((allowed - m.floor) / (1 - m.floor))
	for _, at := range points {
		exponent := q * (1 - m.slope*(at.Rate/most-share)/(1-share))
		p := m.floor + (1-m.floor)*math.Exp(min(exponent, -0.02))
		p = min(max(p, 1e-9), 1-1e-9)
		sum += near(at, allowed) * (at.Bad*math.Log(p) + (at.Total-at.Bad)*math.Log1p(-p))
	}
	return sum
}

// near is how much a point counts: the model holds near the allowance, and
// where much more is bad than allowed it says little about the place where it
// begins to be.
func near(at Point, allowed float64) float64 {
	const far = 3.0
	if at.Total <= 0 || at.Bad <= allowed*at.Total {
		return 1
	}
	off := math.Log(at.Bad/at.Total/allowed) / far
	return 1 / (1 + off*off*far*far/2)
}

// Quantile is the rate below which the answer lies with probability p.
func (p Posterior) Quantile(q float64) float64 {
	sum := 0.0
	for i, d := range p.Density {
		if sum+d >= q && d > 0 {
			width := (p.Rates[len(p.Rates)-1] - p.Rates[0]) / float64(len(p.Rates)-1)
			return p.Rates[i] + width*((q-sum)/d-0.5)
		}
		sum += d
	}
	if len(p.Rates) == 0 {
		return 0
	}
	return p.Rates[len(p.Rates)-1]
}

// Estimate is the median with the interval of equal tails.
func (p Posterior) Estimate(confidence float64) record.Estimate {
	return record.Estimate{
		Value: p.Quantile(0.5), Low: p.Quantile((1 - confidence) / 2),
		High: p.Quantile((1 + confidence) / 2), Confidence: confidence,
	}
}
