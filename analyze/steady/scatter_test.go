package steady_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"loadline/analyze/steady"
)

// Counting alone is called noise once in two hundred times.
func TestScatterHoldsItsLevel(t *testing.T) {
	for name, n := range map[string]float64{"many": 400, "few": 20} {
		alarms := share(1000, func(random *rand.Rand) bool {
			_, sure := steady.Scatter(alone(poisson(random, 60, level(n))), 1, 0, 1)
			return sure
		})
		// Binomial with 0.005: more once in a thousand.
		within(t, name+": false alarms", alarms, 0, 0.013)
	}
}

// A neighbour who takes turns of a second at a tenth of the capacity is noise of a tenth.
func TestScatterFindsNoise(t *testing.T) {
	const runs, n = 100, 400
	mean := 0.0
	found := share(runs, func(random *rand.Rand) bool {
		turns := func(i int) float64 { return n * (1 + 0.1*math.Copysign(1, math.Sin(2.4*float64(i/2)))) }
		noise, sure := steady.Scatter(alone(poisson(random, 60, turns)), 1, 0, 1)
		mean += noise / runs
		return sure
	})
	within(t, "found", found, 0.99, 1)
	within(t, "noise", mean, 0.08, 0.12)
}

func TestScatterOfTooLittle(t *testing.T) {
	for name, all := range map[string][]steady.Series{
		"nothing": nil, "no windows": alone(nil), "three windows": alone([]float64{0.1, 2, 0.3}),
		"constant": alone(repeated(0.5, 40)), "nothing done": alone(repeated(0, 40)),
	} {
		if noise, sure := steady.Scatter(all, 1, 0, 0.01); noise != 0 || sure {
			t.Errorf("%s: noise %v, sure %v, want neither", name, noise, sure)
		}
	}
}
