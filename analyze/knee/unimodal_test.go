package knee_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"loadline/analyze/knee"
)

func misfit(fit, values, weights []float64) (sum float64) {
	for i := range values {
		sum += weights[i] * (values[i] - fit[i]) * (values[i] - fit[i])
	}
	return sum
}

// The fit rises and then falls, and no other curve that does lies nearer.
func TestUnimodalIsTheNearest(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(r, "n")
		values := rapid.SliceOfN(rapid.Float64Range(0, 100), n, n).Draw(r, "values")
		weights := rapid.SliceOfN(rapid.Float64Range(0.1, 10), n, n).Draw(r, "weights")
		fit := knee.Unimodal(values, weights)
		if !unimodal(fit) {
			r.Fatalf("%v does not rise and then fall", fit)
		}
		other := slices.Sorted(slices.Values(rapid.SliceOfN(rapid.Float64Range(0, 100), n, n).Draw(r, "other")))
		slices.Reverse(other[rapid.IntRange(0, n-1).Draw(r, "mode"):])
		if mode := slices.Index(other, slices.Max(other)); mode > 0 {
			slices.Sort(other[:mode])
		}
		for _, share := range []float64{1, 0.1, 0.001} {
			between := make([]float64, n)
			for i := range between {
				between[i] = fit[i] + share*(other[i]-fit[i])
			}
			if unimodal(between) && misfit(between, values, weights) < misfit(fit, values, weights)-1e-9 {
				r.Errorf("%v lies nearer to %v than %v", between, values, fit)
			}
		}
	})
}

func unimodal(values []float64) bool {
	mode := slices.Index(values, slices.Max(values))
	falling := slices.Clone(values[mode:])
	slices.Reverse(falling)
	return slices.IsSorted(values[:mode+1]) && slices.IsSorted(falling)
}

func TestUnimodalOfKnownCases(t *testing.T) {
	for name, test := range map[string]struct{ values, weights, want []float64 }{
		"already":     {[]float64{1, 3, 7, 6, 2}, []float64{1, 1, 1, 1, 1}, []float64{1, 3, 7, 6, 2}},
		"dip pooled":  {[]float64{1, 6, 4, 9}, []float64{1, 1, 1, 1}, []float64{1, 5, 5, 9}},
		"weights":     {[]float64{1, 6, 3, 9}, []float64{1, 1, 2, 1}, []float64{1, 4, 4, 9}},
		"falls only":  {[]float64{9, 5, 1}, []float64{1, 1, 1}, []float64{9, 5, 1}},
		"one":         {[]float64{4}, []float64{1}, []float64{4}},
		"valley last": {[]float64{0, 10, 2, 4}, []float64{1, 1, 1, 1}, []float64{0, 10, 3, 3}},
	} {
		got := knee.Unimodal(test.values, test.weights)
		if len(got) != len(test.want) || misfit(got, test.want, test.weights) > 1e-18 {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	if got := knee.Unimodal(nil, nil); got != nil {
		t.Errorf("nothing became %v", got)
	}
	if fit := knee.Unimodal([]float64{0, 0, 0}, []float64{1, 1, 1}); math.Abs(fit[0])+math.Abs(fit[2]) != 0 {
		t.Errorf("zeros became %v", fit)
	}
}
