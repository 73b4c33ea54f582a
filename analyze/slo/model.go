package slo

import "math"

// model is how the bad share p rises with the rate r, given the rate r* at
// which it is the allowance and the maximum throughput X:
//
//	p = floor + (1−floor)·exp(ln q·(1 − slope·(r−r*)/(X−r*)))
//
// where q makes p the allowance at r*. The tail of a queue's waiting time is
// exponential, with an exponent that falls linearly as the load rises and
// reaches zero at the maximum (Kingman 1964; exact for M/M/c): that is slope = 1.
// The floor is what the service does whatever the load: its own slow
// requests and flat errors.
type model struct {
	floor, slope float64
	most         float64 // X
	weight       float64 // prior probability
}

// models are the priors: slope lognormal about one with the deviation sigma,
// floor the less likely the nearer it is to the allowance.
func models(allowed, sigma float64) []model {
	var out []model
	for i, f := range []float64{0, 0.15, 0.4} {
		for z := -2.1; z < 2.2; z += 0.7 {
			out = append(out, model{floor: f * allowed, slope: math.Exp(sigma * z), weight: math.Exp(-z*z/2) / float64(i+1)})
		}
	}
	return normalised(out)
}

// hopeless are the models in which the floor is above the allowance.
func hopeless(allowed float64) (out []model) {
	for _, f := range []float64{1.15, 1.5, 2, 3, 5, 10, 20, 40} {
		if floor := f * allowed; floor < 0.9 {
			out = append(out, model{floor: floor, slope: 1, weight: 1})
		}
	}
	out = append(out, model{floor: 0.95, slope: 1, weight: 1})
	return normalised(out)
}

func normalised(models []model) []model {
	sum := 0.0
	for _, m := range models {
		sum += m.weight
	}
	for i := range models {
		models[i].weight /= sum
	}
	return models
}

// likelihood is the logarithm of the points' likelihood with r* at the rate.
func (m model) likelihood(points []Point, allowed, rate float64) float64 {
	excess := allowed - m.floor
	if excess <= 0 {
		excess = allowed
	}
	q := math.Log(min(excess/(1-m.floor), 0.5))
	sum := 0.0
	for _, at := range points {
		exponent := q * (1 - m.slope*(at.Rate-rate)/(m.most-rate))
		p := m.floor + (1-m.floor)*math.Exp(min(exponent, -0.02))
		p = min(max(p, 1e-9), 1-1e-9)
		sum += near(at, allowed) * (at.Bad*math.Log(p) + (at.Total-at.Bad)*math.Log1p(-p))
	}
	return sum
}

// near is how much a point counts: the model holds near the allowance, and
// where far more is bad than allowed that says little about where it begins,
// however many there are.
func near(at Point, allowed float64) float64 {
	const far, most = 3, 15 // times the allowance; bad requests that count there
	if at.Total <= 0 || at.Bad <= allowed*at.Total {
		return 1
	}
	over := at.Bad / at.Total / allowed
	off := math.Log(over)
	weight := 1 / (1 + off*off/2)
	if over > far && at.Bad > most {
		weight = min(weight, most/at.Bad)
	}
	return weight
}
