package steady_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"loadline/analyze/steady"
)

// A start at a third of the rate that decays with a known time constant: what
// would bias the mean is left out, and not much more.
func TestWarmupLeavesOutTheTransient(t *testing.T) {
	const runs, n, decay, mean, sd = 100, 2000, 50.0, 100.0, 5.0
	for _, phi := range []float64{0, 0.5} {
		raw, rest, cuts := 0.0, 0.0, 0.0
		for run := range runs {
			series := regressive(seeded(run), n, phi, mean, sd)
			for i := range series {
				series[i] -= 67 * math.Exp(-float64(i)/decay)
			}
			cut, _ := steady.Warmup(series)
			// After 2 time constants 9 are missing still, two standard deviations.
			if cut < 2*decay {
				t.Fatalf("phi %v, run %d: only %d left out", phi, run, cut)
			}
			raw, rest, cuts = raw+average(series)/runs, rest+average(series[cut:])/runs, cuts+float64(cut)/runs
		}
		within(t, "mean with the transient", raw, 98, 98.6)
		within(t, "mean without", rest, 99.75, 100.05)
		within(t, "left out on average", cuts, 2.5*decay, n/4)
	}
}

// From one value to another at once, with no noise: all before is warm-up, to
// the batch of five.
func TestWarmupEndsAtTheStep(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(20, 300).Draw(r, "n")
		step := rapid.IntRange(0, n/2-5).Draw(r, "step")
		series := append(repeated(10, step), repeated(100, n-step)...)
		cut, ok := steady.Warmup(series)
		if want := (step + 4) / 5 * 5; cut != want || !ok {
			r.Errorf("%d of %d: cut %d, %v, want %d", step, n, cut, ok, want)
		}
	})
}

func TestWarmupOfWhatNeverSettles(t *testing.T) {
	line := make([]float64, 200)
	for i := range line {
		line[i] = float64(i)
	}
	late := append(repeated(10, 150), repeated(100, 50)...)
	for name, series := range map[string][]float64{"rises throughout": line, "steps late": late} {
		if cut, ok := steady.Warmup(series); ok {
			t.Errorf("%s: steady after %d", name, cut)
		}
	}
}

func TestWarmupKeepsWhatIsConstantOrShort(t *testing.T) {
	for name, series := range map[string][]float64{
		"nil": nil, "one": {1}, "nine": {1, 50, 2, 70, 3, 90, 4, 0, 8}, "constant": repeated(7, 100), "zeros": repeated(0, 100),
	} {
		if cut, ok := steady.Warmup(series); cut != 0 || !ok {
			t.Errorf("%s: cut %d, %v, want all kept", name, cut, ok)
		}
	}
}

// The cut is a whole number of batches, and neither unit nor origin matters.
func TestWarmupKnowsNoUnits(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		series := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 1000), func(n int) float64 { return float64(n) }), 0, 200).Draw(r, "series")
		cut, ok := steady.Warmup(series)
		if cut < 0 || cut%5 != 0 || cut > max(0, len(series)-10) {
			r.Fatalf("cut %d of %d", cut, len(series))
		}
		scaled := make([]float64, len(series))
		for i, v := range series {
			scaled[i] = 1024 * v
		}
		if c, o := steady.Warmup(scaled); c != cut || o != ok {
			r.Errorf("in another unit the cut is %d, %v, not %d, %v", c, o, cut, ok)
		}
	})
}

func average(values []float64) (sum float64) {
	for _, v := range values {
		sum += v / float64(len(values))
	}
	return sum
}
