package schedule

import (
	"math"
	"math/rand/v2"
)

// draws is a source of randomness that is seeded again and again, in the same memory.
type draws struct {
	*rand.Rand
	pcg rand.PCG
}

func newDraws() *draws {
	d := &draws{}
	d.Rand = rand.New(&d.pcg)
	return d
}

func (d *draws) seed(one, two uint64) {
	d.pcg.Seed(one, two)
	d.pcg.Uint64() // the first draws of neighbouring seeds are alike
}

// gamma draws a Gamma variate of the shape, at least 1: mean and variance are
// the shape (Marsaglia and Tsang, A simple method for generating gamma
// variables, 2000). Nearly all draws pass the first of their two tests.
func (d *draws) gamma(shape float64) float64 {
	whole := shape - 1.0/3
	spread := 1 / (3 * math.Sqrt(whole))
	for {
		x := d.NormFloat64()
		v := 1 + x*spread
		v *= v * v
		if v <= 0 {
			continue
		}
		u := d.Float64()
		if u < 1-0.0331*x*x*x*x || math.Log(u) < x*x/2+whole*(1-v+math.Log(v)) {
			return whole * v
		}
	}
}
