package simulate

import (
	"math"
	"math/rand/v2"
)

// The distributions of service times.
const (
	Det       = "det"
	Exp       = "exp"
	Lognormal = "lognormal"
	Pareto    = "pareto"
	Bimodal   = "bimodal"
)

// sampler draws times with a mean of 1.
type sampler interface {
	draw(*rand.Rand) float64
}

func newSampler(dist string, cv float64) sampler {
	switch dist {
	case Exp:
		return exponential{}
	case Lognormal:
		return newLognormal(cv)
	case Pareto:
		return newPareto(cv)
	case Bimodal:
		return newBimodal(cv)
	}
	return constant{}
}

type constant struct{}

func (constant) draw(*rand.Rand) float64 { return 1 }

type exponential struct{}

func (exponential) draw(r *rand.Rand) float64 { return r.ExpFloat64() }

// lognormal is exp(N(mu, sigma)): sigma^2 = ln(1 + cv^2), mu = -sigma^2/2.
type lognormal struct{ mu, sigma float64 }

func newLognormal(cv float64) lognormal {
	variance := math.Log1p(cv * cv)
	return lognormal{-variance / 2, math.Sqrt(variance)}
}

func (d lognormal) draw(r *rand.Rand) float64 { return math.Exp(d.mu + d.sigma*r.NormFloat64()) }

// pareto has P(X > x) = (least/x)^shape, with the shape above 2 that gives the
// coefficient of variation: cv^2 = 1/(shape(shape-2)).
type pareto struct{ least, scale float64 }

func newPareto(cv float64) pareto {
	shape := 1 + math.Sqrt(1+1/(cv*cv))
	return pareto{(shape - 1) / shape, 1 / shape}
}

func (d pareto) draw(r *rand.Rand) float64 { return d.least * math.Exp(d.scale*r.ExpFloat64()) }

// bimodal is slow with a chance of at most a tenth, and fast otherwise; where
// the coefficient of variation is large the slow ones are rarer, so that the
// fast ones still take half the mean.
type bimodal struct{ chance, fast, slow float64 }

func newBimodal(cv float64) bimodal {
	chance := min(0.1, 0.25/(0.25+cv*cv))
	gap := cv / math.Sqrt(chance*(1-chance))
	fast := 1 - chance*gap
	return bimodal{chance, fast, fast + gap}
}

func (d bimodal) draw(r *rand.Rand) float64 {
	if r.Float64() < d.chance {
		return d.slow
	}
	return d.fast
}
