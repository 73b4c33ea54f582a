package quantile_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/analyze/quantile"
	"loadline/attack/record"
)

// Properties are tried on the same examples every time, unless -rapid.seed says otherwise.
func init() { _ = flag.Set("rapid.seed", "1") }

// atMost is the probability of k successes or fewer in n trials, summed term
// by term: the oracle for everything binomial here.
func atMost(k, n int64, p float64) (sum float64) {
	for i := range k + 1 {
		sum += exactly(i, n, p)
	}
	return min(sum, 1)
}

func exactly(k, n int64, p float64) float64 {
	choose := func(n int64) float64 { l, _ := math.Lgamma(float64(n) + 1); return l }
	return math.Exp(choose(n) - choose(k) - choose(n-k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// The samples below the p-quantile are binomial, so that the chance that ranks
// low and high enclose it is P(low <= B < high), and it is at least the confidence,
// with at most half of the rest on each side. One rank closer would be too close.
func TestRanksEncloseTheQuantileAndNoMore(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.Int64Range(1, 600).Draw(r, "n")
		p := rapid.Float64Range(0.01, 0.99).Draw(r, "p")
		confidence := rapid.SampledFrom([]float64{0.5, 0.8, 0.9, 0.95, 0.99}).Draw(r, "confidence")
		tail := (1 - confidence) / 2
		low, high, ok := quantile.Ranks(n, p, confidence)
		if !ok {
			if exactly(0, n, p) <= tail-1e-9 && exactly(n, n, p) <= tail-1e-9 {
				r.Fatalf("n=%d p=%v: no ranks, though the smallest and the largest enclose the quantile", n, p)
			}
			return
		}
		if low < 1 || low >= high || high > n {
			r.Fatalf("ranks %d and %d of %d", low, high, n)
		}
		below, above := atMost(low-1, n, p), 1-atMost(high-1, n, p)
		if below > tail+1e-9 || above > tail+1e-9 {
			r.Errorf("n=%d p=%v: ranks %d-%d miss on the left with %v, on the right with %v, want at most %v", n, p, low, high, below, above, tail)
		}
		if atMost(low, n, p) <= tail-1e-9 || 1-atMost(high-2, n, p) <= tail-1e-9 {
			r.Errorf("n=%d p=%v: ranks %d-%d are wider than they need be", n, p, low, high)
		}
	})
}

// As tables of order statistics have them: the median of ten samples lies
// between the second and the ninth.
func TestRanksOfKnownCases(t *testing.T) {
	for _, test := range []struct {
		n         int64
		p         float64
		low, high int64
		ok        bool
	}{
		{10, 0.5, 2, 9, true},
		{6, 0.5, 1, 6, true},
		{5, 0.5, 0, 6, false}, // 2/32 is more than 5 %
		{368, 0.99, 360, 368, true},
		{367, 0.99, 0, 0, false}, // 0.99^367 is more than 2.5 %
	} {
		low, high, ok := quantile.Ranks(test.n, test.p, 0.95)
		if ok != test.ok || ok && (low != test.low || high != test.high) {
			t.Errorf("Ranks(%d, %v) = %d, %d, %v, want %d, %d, %v", test.n, test.p, low, high, ok, test.low, test.high, test.ok)
		}
	}
}

func TestRanksKnowWhatTheyCannotShow(t *testing.T) {
	for _, test := range []struct {
		n int64
		p float64
	}{{0, 0.5}, {-1, 0.5}, {1, 0.5}, {100, 0}, {100, 1}, {100, -0.5}, {100, 1.5}} {
		if low, high, ok := quantile.Ranks(test.n, test.p, 0.95); ok {
			t.Errorf("Ranks(%d, %v) = %d, %d, want none", test.n, test.p, low, high)
		}
	}
}

// Simulated response times of known quantiles, in fine buckets: the interval
// misses no more often than stated, whatever the distribution.
func TestOfCoversTheQuantile(t *testing.T) {
	const runs, n = 300, 200
	for name, inverse := range map[string]func(float64) float64{
		"uniform":     func(u float64) float64 { return 0.01 + u },
		"exponential": func(u float64) float64 { return -0.04 * math.Log1p(-u) },
		"pareto":      func(u float64) float64 { return 0.02 * math.Pow(1-u, -0.8) },
		"two modes": func(u float64) float64 {
			if u < 0.88 {
				return 0.01 + u
			}
			return 20 + 50*u
		},
	} {
		covered := map[float64]int{0.5: 0, 0.9: 0}
		random := rand.New(rand.NewPCG(1, 2))
		for range runs {
			samples := drawn(random, n, inverse)
			for p := range covered {
				got := quantile.Of(samples, p, 0.9)
				if got == nil {
					t.Fatalf("%s: %d samples do not show p%v", name, n, 100*p)
				}
				// A bucket's width is no miss.
				if truth := inverse(p); got.Low <= truth*1.002 && truth <= got.High {
					covered[p]++
				}
			}
		}
		for p, n := range covered {
			// Binomial with 0.9 or a little more: below 0.84 once in a thousand.
			if share := float64(n) / runs; share < 0.84 || share > 0.98 {
				t.Errorf("%s: the 90 %% interval of p%v covers %v", name, 100*p, share)
			}
		}
	}
}

// drawn are n samples of a distribution in buckets 0.2 % wide.
func drawn(random *rand.Rand, n int, inverse func(float64) float64) (out []record.Bucket) {
	const width = 1.002
	counts := map[int]int64{}
	for range n {
		counts[int(math.Ceil(math.Log(inverse(random.Float64()))/math.Log(width)))]++
	}
	for k, c := range counts {
		out = append(out, record.Bucket{Upper: record.Span(math.Pow(width, float64(k)) * 1e9), Count: c})
	}
	slices.SortFunc(out, func(a, b record.Bucket) int { return int(a.Upper - b.Upper) })
	return out
}

// A quantile is a time that was measured, never one between two modes.
func TestOfIsABucketBound(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var buckets []record.Bucket
		bounds := map[float64]bool{}
		upper := time.Duration(0)
		for range rapid.IntRange(0, 12).Draw(r, "buckets") {
			upper += time.Duration(rapid.Int64Range(1, 1e9).Draw(r, "step"))
			b := record.Bucket{Upper: record.Span(upper), Count: rapid.Int64Range(-2, 100).Draw(r, "count")}
			buckets = append(buckets, b)
			bounds[b.Upper.Seconds()] = b.Count > 0
		}
		p := rapid.Float64Range(-0.1, 1.1).Draw(r, "p")
		e := quantile.Of(buckets, p, 0.95)
		if e == nil {
			return
		}
		if !bounds[e.Low] || !bounds[e.Value] || !bounds[e.High] {
			r.Errorf("%+v is not made of bounds of buckets that hold anything: %+v", *e, buckets)
		}
		if !(e.Low <= e.Value && e.Value <= e.High) || e.Confidence != 0.95 {
			r.Errorf("%+v is not in order", *e)
		}
		if more := quantile.Of(buckets, p+(1-p)/2, 0.95); more != nil && more.Value < e.Value {
			r.Errorf("a higher quantile is lower: %v after %v", more.Value, e.Value)
		}
	})
}

func TestOfCountsByRank(t *testing.T) {
	ms := func(n int64) record.Span { return record.Span(time.Duration(n) * time.Millisecond) }
	buckets := []record.Bucket{{Upper: ms(10), Count: 499}, {Upper: ms(20), Count: 1}, {Upper: ms(30), Count: 490}, {Upper: ms(900), Count: 10}}
	for p, want := range map[float64]float64{0.499: 0.01, 0.5: 0.02, 0.501: 0.03, 0.99: 0.03, 0.991: 0.9} {
		if e := quantile.Of(buckets, p, 0.95); e == nil || e.Value != want {
			t.Errorf("the %v-quantile is %+v, want %v", p, e, want)
		}
	}
	if e := quantile.Of(buckets, 0.999, 0.95); e != nil {
		t.Errorf("a thousand samples show p99.9 between %v and %v, want nothing", e.Low, e.High)
	}
	for name, none := range map[string][]record.Bucket{"nil": nil, "empty": {{Upper: ms(1)}}, "one": {{Upper: ms(1), Count: 1}}} {
		if e := quantile.Of(none, 0.5, 0.95); e != nil {
			t.Errorf("%s: %+v, want nothing", name, *e)
		}
	}
}
