package schedule_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"loadline/attack/record"
	"loadline/attack/schedule"
)

// A test of the Poisson law at the 1 % level: it says whether gaps and counts
// contradict it. Gaps are in units of the mean gap.
type lawTest struct {
	name    string
	rejects func(gaps []float64, counts []int) bool
}

var lawTests = []lawTest{
	{"anderson-darling", func(gaps []float64, _ []int) bool { return andersonDarling(gaps) > 3.857 }},
	{"kolmogorov-smirnov", func(gaps []float64, _ []int) bool { return kolmogorovSmirnov(gaps) > 1.628 }},
	{"dispersion", func(_ []float64, counts []int) bool { return disperses(counts) }},
	{"lag-1", func(gaps []float64, _ []int) bool { return math.Abs(lagOne(gaps)) > 2.576 }},
}

// rejections is how many of n schedules each test rejects.
func rejections(n int, make func(seed uint64) []time.Duration, rate float64, end time.Duration) map[string]int {
	out := map[string]int{}
	for seed := range uint64(n) {
		starts := make(seed)
		gaps, counts := gapsOf(starts, rate), countsOf(starts, end)
		for _, test := range lawTests {
			if test.rejects(gaps, counts) {
				out[test.name]++
			}
		}
	}
	return out
}

func gapsOf(starts []time.Duration, rate float64) []float64 {
	gaps, last := make([]float64, len(starts)), time.Duration(0)
	for i, at := range starts {
		gaps[i], last = (at-last).Seconds()*rate, at
	}
	return gaps
}

// countsOf counts in 50 equal parts.
func countsOf(starts []time.Duration, end time.Duration) []int {
	counts := make([]int, 50)
	for _, at := range starts {
		counts[at*time.Duration(len(counts))/end]++
	}
	return counts
}

// uniforms are the gaps as their exponential distribution sees them, sorted.
func uniforms(gaps []float64) []float64 {
	u := make([]float64, len(gaps))
	for i, g := range gaps {
		u[i] = min(max(-math.Expm1(-g), 1e-12), 1-1e-12)
	}
	slices.Sort(u)
	return u
}

// andersonDarling is A² for a distribution without fitted parameters
// (D'Agostino & Stephens 1986, table 4.2: 3.857 at 1 %).
func andersonDarling(gaps []float64) float64 {
	u, sum := uniforms(gaps), 0.0
	n := len(u)
	for i := range u {
		sum += float64(2*i+1) * (math.Log(u[i]) + math.Log1p(-u[n-1-i]))
	}
	return -float64(n) - sum/float64(n)
}

// kolmogorovSmirnov is D in Stephens' form, whose 1 % point is 1.628.
func kolmogorovSmirnov(gaps []float64) float64 {
	u, d := uniforms(gaps), 0.0
	n := float64(len(u))
	for i, v := range u {
		d = max(d, v-float64(i)/n, float64(i+1)/n-v)
	}
	return d * (math.Sqrt(n) + 0.12 + 0.11/math.Sqrt(n))
}

// disperses says whether the counts vary more or less than a Poisson process's
// (Fisher's index of dispersion, two-sided).
func disperses(counts []int) bool {
	mean, index := 0.0, 0.0
	for _, n := range counts {
		mean += float64(n) / float64(len(counts))
	}
	for _, n := range counts {
		index += (float64(n) - mean) * (float64(n) - mean) / mean
	}
	p := distuv.ChiSquared{K: float64(len(counts) - 1)}.CDF(index)
	return p < 0.005 || p > 0.995
}

// lagOne is the correlation of neighbouring gaps, standardised. The sample's
// own mean biases it by −1/n.
func lagOne(gaps []float64) float64 {
	n, mean := float64(len(gaps)), 0.0
	for _, g := range gaps {
		mean += g / n
	}
	var with, self float64
	for i, g := range gaps {
		self += (g - mean) * (g - mean)
		if i > 0 {
			with += (g - mean) * (gaps[i-1] - mean)
		}
	}
	return (with/self + 1/n) * math.Sqrt(n)
}

// Of 1,000 seeds a test at the 1 % level rejects about 10: the counts that
// Binomial(1000, 0.01) leaves with less than one chance in a thousand are
// below 2 and above 21. Too few rejections would be as wrong as too many.
func TestPoissonLaw(t *testing.T) {
	const rate, end = 200, 2500 * time.Millisecond
	laws := map[string]func(seed uint64) []time.Duration{
		"whole": func(seed uint64) []time.Duration { return before(mustNew(t, rate, record.Poisson, seed), end) },
		"split in 4": func(seed uint64) []time.Duration {
			var all []time.Duration
			for _, part := range mustNew(t, rate, record.Poisson, seed).Split(4) {
				all = append(all, before(part, end)...)
			}
			slices.Sort(all)
			return all
		},
		"late in the load": func(seed uint64) []time.Duration {
			return from(mustNew(t, rate, record.Poisson, seed), 1_000_000_007, end)
		},
	}
	for name, make := range laws {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := rejections(1000, make, rate, end)
			for _, test := range lawTests {
				t.Logf("%s: %d of 1000 rejected", test.name, got[test.name])
				if n := got[test.name]; n < 2 || n > 21 {
					t.Errorf("%s rejects %d of 1000 schedules, want about 10", test.name, n)
				}
			}
		})
	}
}

// from is the schedule seen from request k on, for so long.
func from(s *schedule.Schedule, k int64, long time.Duration) (starts []time.Duration) {
	cursor := s.From(k)
	origin := cursor.Next()
	for at := cursor.Next(); at-origin < long; at = cursor.Next() {
		starts = append(starts, at-origin)
	}
	return starts
}

// The tests have power: they see schedules that are not Poisson.
func TestLawTestsSeeOtherLaws(t *testing.T) {
	const rate, end = 200, 2500 * time.Millisecond
	even := func(uint64) []time.Duration { return before(mustNew(t, rate, record.Constant, 0), end) }
	got := rejections(1, even, rate, end)
	for _, name := range []string{"anderson-darling", "kolmogorov-smirnov", "dispersion"} {
		if got[name] != 1 {
			t.Errorf("%s takes evenly spaced arrivals for Poisson", name)
		}
	}
	coarse := func(seed uint64) []time.Duration { // a clock of one millisecond
		starts := before(mustNew(t, rate, record.Poisson, seed), end)
		for i := range starts {
			starts[i] = starts[i].Truncate(time.Millisecond)
		}
		return starts
	}
	if got := rejections(20, coarse, rate, end); got["kolmogorov-smirnov"] < 19 {
		t.Errorf("a millisecond's rounding is seen in %d of 20 schedules", got["kolmogorov-smirnov"])
	}
	paired := func(seed uint64) []time.Duration { // each gap twice
		cursor := mustNew(t, rate, record.Poisson, seed).Cursor()
		var starts []time.Duration
		for at, last := time.Duration(0), time.Duration(0); at < end; {
			next := cursor.Next()
			gap := next - last
			last = next
			for range 2 {
				if at += gap; at < end {
					starts = append(starts, at)
				}
			}
		}
		return starts
	}
	if got := rejections(20, paired, rate, end); got["lag-1"] < 19 {
		t.Errorf("correlated gaps are seen in %d of 20 schedules", got["lag-1"])
	}
}

// A ramp's arrivals are Poisson in the time that its rate makes.
func TestRampLaw(t *testing.T) {
	const end = 2500 * time.Millisecond
	make := func(seed uint64) []time.Duration {
		s, err := schedule.Ramp(0, 400, end, record.Poisson, seed)
		if err != nil {
			t.Fatal(err)
		}
		var unit []time.Duration
		for _, at := range before(s, end) {
			unit = append(unit, time.Duration(s.Expected(at)*float64(time.Second)/200))
		}
		return unit
	}
	got := rejections(1000, make, 200, end)
	for _, test := range lawTests {
		if n := got[test.name]; n < 2 || n > 21 {
			t.Errorf("%s rejects %d of 1000 ramps, want about 10", test.name, n)
		}
	}
}
