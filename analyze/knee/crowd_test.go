package knee_test

import (
	"math"
	"testing"
	"time"

	"loadline/analyze/knee"
)

// lone is a thousand exponential service times with the mean in seconds.
func lone(mean float64) (times, weights []float64) {
	for i := range 1000 {
		times = append(times, -mean*math.Log(1-(float64(i)+0.5)/1000))
		weights = append(weights, 1e-3)
	}
	return times, weights
}

func TestAPlateauHasNoCrowd(t *testing.T) {
	if c := knee.Of(sharp(8, 2*time.Millisecond).sweep(1, 0.5)).Crowd(1, 0); c != nil {
		t.Errorf("a plateau becomes slower with what is in it: %+v", c)
	}
}

// A wider limit or a larger share is kept at a higher rate, never beyond the
// maximum; and where a lone request takes longer than the limit, at none.
func TestACrowdKeepsALimit(t *testing.T) {
	curve := knee.Of(scalability(0.02, 0.004).sweep(1, 0.5))
	c := curve.Crowd(1, 0)
	times, weights := lone(0.01) // 100/s alone, as the law has it
	before := 0.0
	for _, limit := range []float64{0.05, 0.06, 0.08, 0.12, 0.3} {
		rate := c.Within(limit, 0.01, times, weights)
		if rate < before || rate <= 0 || rate > curve.Max.Value {
			t.Errorf("within %v s %v/s are kept, within less %v/s, of at most %v", limit, rate, before, curve.Max.Value)
		}
		if more := c.Within(limit, 0.05, times, weights); more < rate {
			t.Errorf("within %v s 5 %% may break at %v/s, 1 %% at %v/s", limit, more, rate)
		}
		before = rate
	}
	if rate := c.Within(0.02, 0.01, times, weights); rate != 0 {
		t.Errorf("e^-2 of the lone requests break the limit, and yet it is kept at %v/s", rate)
	}
}

// What is measured beyond the best level is believed, whatever the shapes say.
func TestTheFallIsWhatWasMeasured(t *testing.T) {
	steep := newLaw("steep", func(n float64) float64 { return 100 * math.Min(n, 8) * math.Exp(-max(n-8, 0)/6) }, 8)
	c := knee.Of(steep.levels(1, 0.1, 1, 4, 6, 7, 8, 9, 10, 12, 16, 20, 26))
	for _, n := range []float64{12, 16, 18, 20, 26} {
		if got, want := c.At(n), steep.rate(n); math.Abs(got/want-1) > 0.12 {
			t.Errorf("%v in flight: %.4g/s, measured about %.4g", n, got, want)
		}
	}
}
