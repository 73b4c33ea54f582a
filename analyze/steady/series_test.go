package steady_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"loadline/analyze/steady"
)

// Properties are tried on the same examples every time, unless -rapid.seed says otherwise.
func init() { _ = flag.Set("rapid.seed", "1") }

func seeded(run int) *rand.Rand { return rand.New(rand.NewPCG(uint64(run), 20)) }

// regressive is the first-order autoregressive process about a mean with the
// standard deviation sd: neighbours correlate by phi, and nothing else does.
func regressive(random *rand.Rand, n int, phi, mean, sd float64) []float64 {
	out := make([]float64, n)
	x := sd * random.NormFloat64()
	for i := range out {
		out[i] = mean + x
		x = phi*x + sd*math.Sqrt(1-phi*phi)*random.NormFloat64()
	}
	return out
}

// poisson are counts of independent completions, mean(i) expected in window i.
func poisson(random *rand.Rand, n int, mean func(i int) float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = distuv.Poisson{Lambda: mean(i), Src: random}.Rand()
	}
	return out
}

func level(mean float64) func(int) float64 { return func(int) float64 { return mean } }

func repeated(value float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = value
	}
	return out
}

// alone is one series of windows that last half a second.
func alone(counts []float64) []steady.Series {
	return []steady.Series{{Counts: counts, Length: 0.5}}
}

// share is in how many of the runs something holds.
func share(runs int, holds func(random *rand.Rand) bool) float64 {
	n := 0
	for run := range runs {
		if holds(seeded(run)) {
			n++
		}
	}
	return float64(n) / float64(runs)
}

func within(t *testing.T, what string, got, low, high float64) {
	t.Helper()
	if !(got >= low && got <= high) {
		t.Errorf("%s: %v, want %v to %v", what, got, low, high)
	}
}
