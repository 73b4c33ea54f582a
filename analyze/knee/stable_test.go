package knee_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/analyze/knee"
)

// A service whose throughput does not fall cannot be tipped.
func TestAPlateauIsStable(t *testing.T) {
	for run := range 5 {
		if tips := knee.Of(sharp(8, 2*time.Millisecond).sweep(run, 0.5)).Stable(1, 0, nil); tips != nil {
			t.Errorf("run %d: a plateau tips at %+v", run, tips)
		}
	}
}

// Steeply falling, so that a crowd tips it; the rates are below the maximum,
// and what was seen moves them.
func TestAFallingServiceTips(t *testing.T) {
	c := knee.Of(scalability(0.02, 0.004).sweep(1, 0.5))
	prior := mean(t, c, c.Stable(1, 0, nil))
	if prior < 0.5*c.Max.Value || prior > 0.995*c.Max.Value {
		t.Fatalf("tips at %v, want somewhat below the maximum of %v", prior, c.Max.Value)
	}
	if rough := mean(t, c, c.Stable(4, 0, nil)); rough >= prior {
		t.Errorf("variable services tip at %v, steadier ones at %v", rough, prior)
	}
	held := mean(t, c, c.Stable(1, 0, []knee.Held{{Rate: prior * 1.02, Seconds: 3000}}))
	if held <= prior {
		t.Errorf("held beyond %v for an hour, it still tips at %v", prior, held)
	}
	tipped := mean(t, c, c.Stable(1, 0, []knee.Held{{Rate: prior * 0.98, Seconds: 10, Tipped: true}}))
	if tipped >= prior {
		t.Errorf("tipped over below %v, it still holds %v", prior, tipped)
	}
}

func mean(t *testing.T, c *knee.Curve, tips []knee.Tip) (rate float64) {
	t.Helper()
	sum := 0.0
	for _, tip := range tips {
		sum += tip.Probability
		rate += tip.Probability * tip.Rate
		if !(tip.Rate > 0 && tip.Rate <= c.Max.Value && tip.Probability >= 0) {
			t.Errorf("tips at %+v of %v", tip, c.Max.Value)
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Fatalf("probabilities of %+v add up to %v", tips, sum)
	}
	return rate
}

// Whatever was held, no probability is out of range.
func TestAnyHistoryIsFinite(t *testing.T) {
	c := knee.Of(scalability(0.02, 0.004).sweep(2, 1))
	rapid.Check(t, func(r *rapid.T) {
		var held []knee.Held
		for range rapid.IntRange(0, 6).Draw(r, "held") {
			held = append(held, knee.Held{
				Rate:    rapid.Float64Range(1, 2*c.Max.Value).Draw(r, "rate"),
				Seconds: rapid.Float64Range(0, 1e5).Draw(r, "seconds"), Tipped: rapid.Bool().Draw(r, "tipped"),
			})
		}
		sum := 0.0
		for _, tip := range c.Stable(rapid.Float64Range(0.1, 10).Draw(r, "variability"), 0, held) {
			sum += tip.Probability
			if !(tip.Rate > 0 && tip.Rate <= c.Max.Value && tip.Probability >= 0) {
				r.Fatalf("tips at %+v", tip)
			}
		}
		if math.Abs(sum-1) > 1e-6 {
			r.Errorf("probabilities add up to %v after %+v", sum, held)
		}
	})
}
