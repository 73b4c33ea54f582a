package queueing

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

const (
	exact  = 64  // terms that are summed one by one
	points = 200 // of the quadrature over the others
	tiny   = 40  // exponent at which a term is nothing: e^−40
)

// sum is Σ term(n)/n over all n from 1, for the terms of the walk, which decay as
// exp(−nc(ρ−1−ln ρ)) (Chernoff). Close to saturation that takes millions of
// terms, so that all beyond the first are an integral, with the first two terms of
// the Euler-Maclaurin formula.
func (q MDc) sum(term func(n float64) float64) float64 {
	if q.rate == 0 {
		return 0
	}
	over := func(n float64) float64 { return term(n) / n }
	idle := 1 - q.Utilization()
	last := math.Ceil(tiny / (float64(q.servers) * (-idle - math.Log1p(-idle))))
	sum := 0.0
	for n := 1.0; n <= min(last, exact); n++ {
		sum += over(n)
	}
	if last <= exact {
		return sum
	}
	slope := (over(exact+1) - over(exact-1)) / 2
	rest := quad.Fixed(func(u float64) float64 { return term(math.Exp(u)) }, math.Log(exact), math.Log(last), points, nil, 0)
	return sum + rest - over(exact)/2 - slope/12
}

// tilt is the positive root δ of δS = c ln(1+δ/λ), by Newton from above, where
// the difference is convex.
func (l Load) tilt() float64 {
	if l.rate <= 0 {
		return 0
	}
	c := float64(l.servers)
	x := l.beyond()
	for range 100 {
		f := x*l.service - c*math.Log1p(x/l.rate)
		step := f / (l.service - c/(l.rate+x))
		if x -= step; math.Abs(step) <= 1e-14*x {
			break
		}
	}
	return x
}

// beyond is a point above the root.
func (l Load) beyond() float64 {
	x := (float64(l.servers)/l.service - l.rate) * 2
	for x*l.service < float64(l.servers)*math.Log1p(x/l.rate) {
		x *= 2
	}
	return x
}
