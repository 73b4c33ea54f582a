package quantile_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"loadline/analyze/quantile"
	"loadline/attack/record"
)

// As R's binom.test prints them.
func TestShareOfKnownCases(t *testing.T) {
	for _, test := range []struct{ bad, total, low, high float64 }{
		{0, 10, 0, 0.3084971},
		{1, 2, 0.01257912, 0.98742088},
		{5, 100, 0.01643188, 0.11283491},
		{10, 100, 0.04900469, 0.17622260},
		{10, 10, 0.6915029, 1},
		{7, 10, 0.3475471, 0.9332605},
	} {
		e := quantile.Share(test.bad, test.total, 0.95)
		if math.Abs(e.Low-test.low) > 1e-6 || math.Abs(e.High-test.high) > 1e-6 || e.Value != test.bad/test.total {
			t.Errorf("%v of %v: %+v, want %v to %v", test.bad, test.total, e, test.low, test.high)
		}
	}
}

// Nothing bad, or nothing but bad: the bounds have closed forms.
func TestShareOfNoneAndAll(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.Float64Range(0.5, 1e6).Draw(r, "n")
		confidence := rapid.Float64Range(0.5, 0.999).Draw(r, "confidence")
		tail := math.Pow((1-confidence)/2, 1/n)
		none, all := quantile.Share(0, n, confidence), quantile.Share(n, n, confidence)
		if none.Low != 0 || none.Value != 0 || math.Abs(none.High-(1-tail)) > 1e-7*(1-tail)+1e-12 {
			r.Errorf("none of %v: %+v, want up to %v", n, none, 1-tail)
		}
		if all.High != 1 || all.Value != 1 || math.Abs(all.Low-tail) > 1e-7 {
			r.Errorf("all of %v: %+v, want from %v", n, all, tail)
		}
	})
}

// The coverage is a finite sum, so it is computed, not simulated: at no truth
// is it below the confidence, and on average not far above.
func TestShareCoversEveryTruth(t *testing.T) {
	const truths = 99
	for _, n := range []int64{1, 7, 40, 100} {
		for _, confidence := range []float64{0.8, 0.95} {
			var intervals []record.Estimate
			for k := range n + 1 {
				intervals = append(intervals, quantile.Share(float64(k), float64(n), confidence))
			}
			least, mean := 1.0, 0.0
			for i := 1; i <= truths; i++ {
				c := coverage(intervals, float64(i)/(truths+1))
				least, mean = min(least, c), mean+c/truths
			}
			if least < confidence-1e-9 {
				t.Errorf("n=%d: the %v interval covers some truth with only %v", n, confidence, least)
			}
			if n >= 40 && mean > confidence+0.5*(1-confidence) {
				t.Errorf("n=%d: the %v interval covers with %v on average: it is padded", n, confidence, mean)
			}
		}
	}
}

// coverage is the probability that the interval of what is counted holds the truth.
func coverage(intervals []record.Estimate, truth float64) (sum float64) {
	for k, e := range intervals {
		if e.Low <= truth && truth <= e.High {
			sum += exactly(int64(k), int64(len(intervals)-1), truth)
		}
	}
	return sum
}

func TestShareStaysInOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		total := rapid.Float64Range(-1, 1e5).Draw(r, "total")
		bad := rapid.Float64Range(-10, 1.1e5).Draw(r, "bad")
		e := quantile.Share(bad, total, 0.95)
		if !(0 <= e.Low && e.Low <= e.Value && e.Value <= e.High && e.High <= 1) {
			r.Fatalf("%v of %v: %+v", bad, total, e)
		}
		worse := quantile.Share(bad+1, total, 0.95)
		if worse.Low < e.Low-1e-9 || worse.High < e.High-1e-9 {
			r.Errorf("one more bad of %v lowers the interval: %+v to %+v", total, e, worse)
		}
		if total <= 0 {
			return
		}
		more := quantile.Share(2*bad, 2*total, 0.95)
		if more.High-more.Low > e.High-e.Low+1e-9 {
			r.Errorf("twice the evidence widens the interval: %+v to %+v", e, more)
		}
		surer := quantile.Share(bad, total, 0.99)
		if surer.Low > e.Low+1e-9 || surer.High < e.High-1e-9 {
			r.Errorf("more confidence narrows the interval: %+v to %+v", e, surer)
		}
	})
}

func TestShareOfNothing(t *testing.T) {
	for _, total := range []float64{0, -1} {
		if e := quantile.Share(0, total, 0.95); e.Value != 0 || e.Low != 0 || e.High != 1 || e.Confidence != 0.95 {
			t.Errorf("of %v: %+v, want 0 within [0, 1]", total, e)
		}
	}
}

func TestSamplesOfKnownCases(t *testing.T) {
	for _, test := range []struct {
		allowed, confidence float64
		want                int
	}{
		{0.01, 0.95, 299}, {0.001, 0.95, 2995}, {0.05, 0.95, 59}, {0.5, 0.95, 5}, {0.01, 0.99, 459},
		{1, 0.95, 0}, {2, 0.95, 0}, {0.01, 0, 0},
		{0, 0.95, math.MaxInt32}, {-1, 0.95, math.MaxInt32}, {0.01, 1, math.MaxInt32},
	} {
		if got := quantile.Samples(test.allowed, test.confidence); got != test.want {
			t.Errorf("Samples(%v, %v) = %d, want %d", test.allowed, test.confidence, got, test.want)
		}
	}
}

// A service as bad as allowed passes so many clean requests with less than the
// remaining chance; with one fewer it is more.
func TestSamplesAreJustEnough(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		allowed := rapid.Float64Range(1e-6, 0.99).Draw(r, "allowed")
		confidence := rapid.Float64Range(0.01, 0.9999).Draw(r, "confidence")
		n := float64(quantile.Samples(allowed, confidence))
		passes := func(n float64) float64 { return math.Exp(n * math.Log1p(-allowed)) }
		if passes(n) > (1-confidence)*(1+1e-9) || passes(n-1) < (1-confidence)*(1-1e-9) {
			r.Errorf("Samples(%v, %v) = %v: chances %v, one fewer %v", allowed, confidence, n, passes(n), passes(n-1))
		}
	})
}
