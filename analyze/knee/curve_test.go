package knee_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/analyze/knee"
	"loadline/attack/record"
)

// Maximum and knee of services whose answers are closed forms lie within the
// stated intervals; each law alone and all together.
func TestIntervalsHoldTheTruth(t *testing.T) {
	const runs = 12
	cases, maxima, knees := 0.0, 0.0, 0.0
	for _, l := range []law{
		sharp(8, 10*time.Millisecond), sharp(40, 20*time.Millisecond),
		network(t, 8, 10*time.Millisecond, 5*time.Millisecond), network(t, 4, 5*time.Millisecond, 20*time.Millisecond),
		scalability(0.02, 0.001), scalability(0.01, 0.005),
	} {
		for _, dispersion := range []float64{0.2, 2} {
			inMax, inKnee := 0.0, 0.0
			for run := range runs {
				c := knee.Of(l.sweep(run, dispersion))
				if holds(c.Max, l.max) {
					inMax++
				}
				if holds(c.Knee, l.knee) && !c.Rising {
					inKnee++
				}
				if half := c.Max.HalfWidth(); half > 0.1 {
					t.Errorf("%s, dispersion %v, run %d: the maximum is known to %v only: %+v", l.name, dispersion, run, half, c.Max)
				}
			}
			if inMax < runs-2 || inKnee < runs-2 {
				t.Errorf("%s, dispersion %v: the intervals hold the maximum in %v and the knee in %v of %d runs", l.name, dispersion, inMax, inKnee, runs)
			}
			cases, maxima, knees = cases+runs, maxima+inMax, knees+inKnee
		}
	}
	if maxima < 0.93*cases || knees < 0.93*cases {
		t.Errorf("95 %% intervals hold the maximum in %v and the knee in %v of %v runs", maxima, knees, cases)
	}
}

// The largest of many noisy levels of a plateau is too large, and anywhere.
func TestThePlateauIsNotItsLargestLevel(t *testing.T) {
	const runs = 20
	l := sharp(10, 10*time.Millisecond)
	bias, lucky, before := 0.0, 0.0, 0
	for run := range runs {
		random := rand.New(rand.NewPCG(uint64(run), 4))
		var steps []record.Step
		for n := 2; n <= 40; n += 2 {
			steps = append(steps, l.step(random, n, 20, 0, 4))
		}
		c := knee.Of(steps)
		top := knee.Level{}
		for _, level := range c.Levels {
			if level.Rate > top.Rate {
				top = level
			}
		}
		bias, lucky = bias+(c.Max.Value/l.max-1)/runs, lucky+(top.Rate/l.max-1)/runs
		if c.Max.Value < top.Rate {
			before++
		}
		if c.Knee.Value > 1.5*l.knee {
			t.Errorf("run %d: the knee is %+v, want %v", run, c.Knee, l.knee)
		}
	}
	if lucky < 0.05 {
		t.Fatalf("the largest level is only %v too large: this shows nothing", lucky)
	}
	if math.Abs(bias) > lucky/4 || before < runs {
		t.Errorf("the maximum is %v off where the largest level is %v, and below that in %d of %d runs", bias, lucky, before, runs)
	}
}

// Throughput in proportion to concurrency: what was measured is a lower bound.
func TestARisingCurveSaysSo(t *testing.T) {
	l := law{rate: func(n float64) float64 { return 100 * n }}
	for run := range 10 {
		c := knee.Of(l.levels(run, 1, 1, 2, 4, 8, 16, 32))
		if !c.Rising || c.Knee.Value != 32 || c.Knee.Low > 32 || c.Knee.High < 32 {
			t.Errorf("run %d: rising %v, knee %+v, want the last level", run, c.Rising, c.Knee)
		}
		if math.Abs(c.Max.Value-3200) > 0.05*3200 || !(c.Max.Low < c.Max.Value && c.Max.Value < c.Max.High) {
			t.Errorf("run %d: maximum %+v, want what was measured at the last level, 3200", run, c.Max)
		}
	}
}

// One in flight is best, more only hinder.
func TestAFallingCurvePeaksAtOne(t *testing.T) {
	l := law{rate: func(n float64) float64 { return 2000 / (1 + 0.3*(n-1)) }}
	for run := range 10 {
		c := knee.Of(l.levels(run, 1, 1, 2, 3, 4, 6, 8))
		if c.Rising || c.Knee.Value > 1.5 || c.Knee.Low > 1 || !holds(c.Max, 2000) {
			t.Errorf("run %d: rising %v, maximum %+v, knee %+v, want 2000 at 1", run, c.Rising, c.Max, c.Knee)
		}
		if got, want := c.At(16), 2000/(1+0.3*15); math.Abs(got/want-1) > 0.25 {
			t.Errorf("run %d: beyond the last level %v, want about %v", run, got, want)
		}
	}
}

// A service that drops into another state bends like no shape.
func TestACliffIsNoShape(t *testing.T) {
	l := law{rate: func(n float64) float64 {
		if n > 24 {
			return 600
		}
		return 200 * min(n, 16)
	}}
	for run := range 10 {
		c := knee.Of(l.levels(run, 1, 1, 2, 4, 8, 12, 16, 20, 24, 32, 48))
		if c.Rising || math.Abs(c.Max.Value/3200-1) > 0.02 || math.Abs(c.Knee.Value-15.5) > 0.6 {
			t.Errorf("run %d: rising %v, maximum %+v, knee %+v, want 3200 and 15.5", run, c.Rising, c.Max, c.Knee)
		}
		for n, want := range map[float64]float64{6: 1200, 18: 3200, 40: 600} {
			if got := c.At(n); math.Abs(got/want-1) > 0.1 {
				t.Errorf("run %d: %v in flight give %v, want %v", run, n, got, want)
			}
		}
	}
}

func TestOneLevelIsHardlyKnown(t *testing.T) {
	l := law{rate: func(float64) float64 { return 1000 }}
	c := knee.Of(l.levels(1, 1, 4))
	inOrder(t, c.Max)
	inOrder(t, c.Knee)
	if !holds(c.Max, 1000) || !holds(c.Knee, 4) || c.Max.HalfWidth() < 0.1 || c.Knee.HalfWidth() < 0.3 {
		t.Errorf("maximum %+v and knee %+v of one level", c.Max, c.Knee)
	}
}

// The index of dispersion is that of the counts, whatever the loads.
func TestDispersionIsThatOfTheCounts(t *testing.T) {
	l := sharp(16, 10*time.Millisecond)
	for _, want := range []float64{0.2, 1, 4} {
		sum := 0.0
		for run := range 40 {
			_, got := knee.Levels(l.levels(run, want, 2, 4, 8, 16, 32))
			sum += got / 40
		}
		if math.Abs(sum/want-1) > 0.1 {
			t.Errorf("dispersion %v, want %v", sum, want)
		}
	}
}

// Whatever was measured, nothing is infinite, negative or out of order.
func TestAnyCurveIsFinite(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		steps := rapid.SliceOfN(rapid.Custom(anyStep), 0, 12).Draw(r, "steps")
		c := knee.Of(steps)
		if c == nil {
			for _, s := range steps {
				if s.Load.Model == record.Closed && s.Windows != nil && s.Windows.Length > 0 && s.Windows.OK[0] > 0 && s.Load.Concurrency > 0 && !s.Limited() {
					r.Fatalf("no curve, though %v in flight carried something", s.Load.Concurrency)
				}
			}
			return
		}
		inOrder(r, c.Max)
		inOrder(r, c.Knee)
		if c.Max.Value <= 0 || c.Knee.Value < 1 || !(c.Dispersion >= 0) {
			r.Errorf("maximum %+v, knee %+v, dispersion %v", c.Max, c.Knee, c.Dispersion)
		}
		last := 0.0
		for _, l := range c.Levels {
			if l.Concurrency <= last || l.Rate < 0 || !(l.Error > 0) || l.Seconds <= 0 {
				r.Errorf("level %+v after %v", l, last)
			}
			last = l.Concurrency
		}
		for _, n := range []float64{0, 0.5, 1, last / 2, last, 3 * last, 1e6} {
			// To rounding: a difference of large rates may leave a trace below zero.
			if x := c.At(n); !(x >= -1e-12*c.Max.Value) || math.IsInf(x, 0) {
				r.Errorf("%v in flight give %v", n, x)
			}
			if x := c.InFlightAt(n); !(x >= 0 && x <= n) {
				r.Errorf("a concurrency of %v is %v in flight", n, x)
			}
		}
	})
}

func inOrder(t interface{ Errorf(string, ...any) }, e record.Estimate) {
	if !(0 <= e.Low && e.Low <= e.Value && e.Value <= e.High) || math.IsInf(e.High, 0) || e.Confidence != knee.Confidence {
		t.Errorf("%+v is not in order", e)
	}
}

func anyStep(r *rapid.T) record.Step {
	s := record.Step{
		Load:   record.ClosedLoad(rapid.SampledFrom([]int{-1, 0, 1, 1, 2, 3, 4, 8, 16, 64}).Draw(r, "n")),
		Start:  record.Span(rapid.Int64Range(0, 1e11).Draw(r, "start")),
		Warmup: record.Span(rapid.Int64Range(0, 1e9).Draw(r, "warmup")),
	}
	if rapid.IntRange(0, 9).Draw(r, "kind") == 0 {
		s.Load = record.OpenLoad(100, record.Poisson)
	}
	if rapid.IntRange(0, 9).Draw(r, "windows") > 0 {
		most := rapid.SampledFrom([]int64{0, 3, 1000, 1e9}).Draw(r, "most")
		s.Windows = &record.Windows{
			Length: record.Span(rapid.SampledFrom([]time.Duration{0, time.Millisecond, time.Second}).Draw(r, "length")),
			OK:     rapid.SliceOfN(rapid.Int64Range(0, most), 1, 20).Draw(r, "ok"),
		}
	}
	if rapid.Bool().Draw(r, "in flight") {
		mean := rapid.Float64Range(0, 64).Draw(r, "mean")
		s.InFlight.Mean = &mean
	}
	if rapid.IntRange(0, 9).Draw(r, "limited") == 0 {
		cause := "cpu"
		s.Generator.Limited = &cause
	}
	return s
}
