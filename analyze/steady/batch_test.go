package steady_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"loadline/analyze/steady"
)

// Whatever is cut, nothing is lost, counted twice, or put into another series.
func TestBatchesKeepWhatWasCounted(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var all []steady.Series
		seconds, total := 0.0, 0.0
		for range rapid.IntRange(0, 5).Draw(r, "series") {
			s := steady.Series{
				Counts: rapid.SliceOfN(rapid.Float64Range(0, 1e4), 0, 40).Draw(r, "counts"),
				Length: rapid.Float64Range(0.01, 2).Draw(r, "length"),
				Start:  rapid.Float64Range(0, 100).Draw(r, "start"),
				Group:  rapid.IntRange(0, 2).Draw(r, "group"),
			}
			all = append(all, s)
			seconds, total = seconds+s.Seconds(), total+s.Total()
		}
		n := rapid.IntRange(-1, 60).Draw(r, "n")
		parts := steady.Batches(all, n)
		if most := max(n, 0)/2*3 + len(all); len(parts) > most+1 {
			r.Errorf("%d parts, want about %d", len(parts), n)
		}
		for i, b := range parts {
			s := all[b.Series]
			if b.Group != s.Group || b.Middle-b.Seconds/2 < s.Start-1e-9 || b.Middle+b.Seconds/2 > s.Start+s.Seconds()+1e-9 {
				r.Errorf("%+v lies outside its series from %v, group %d", b, s.Start, s.Group)
			}
			if i > 0 && (b.Series < parts[i-1].Series || b.Series == parts[i-1].Series && b.Middle <= parts[i-1].Middle) {
				r.Errorf("%+v comes after %+v", b, parts[i-1])
			}
			seconds, total = seconds-b.Seconds, total-b.Rate*b.Seconds
		}
		if math.Abs(seconds) > 1e-9 || math.Abs(total) > 1e-6 {
			r.Errorf("%v seconds and %v completions are in no part", seconds, total)
		}
	})
}

func TestBatchesAreAboutAsManyAsAsked(t *testing.T) {
	all := []steady.Series{
		{Counts: repeated(1, 100), Length: 0.5}, {Counts: nil, Length: 0.5}, {Counts: repeated(1, 50), Length: 0.5},
	}
	parts := steady.Batches(all, 24)
	if len(parts) != 24 || parts[15].Series != 0 || parts[16].Series != 2 {
		t.Errorf("%d parts, want 16 of the first series and 8 of the third: %+v", len(parts), parts)
	}
	if few := steady.Batches(alone(repeated(1, 3)), 24); len(few) != 3 {
		t.Errorf("%d parts of three windows", len(few))
	}
}

// The interval of batch means holds the truth as often as it says, also where
// neighbouring windows correlate, once the series outlasts the correlation.
func TestMeanCoversTheTruth(t *testing.T) {
	const runs, windows = 400, 1200
	for name, counts := range map[string]func(*rand.Rand) []float64{
		"poisson":        func(r *rand.Rand) []float64 { return poisson(r, windows, level(100)) },
		"few and rare":   func(r *rand.Rand) []float64 { return poisson(r, 100, level(100)) },
		"correlated 0.5": func(r *rand.Rand) []float64 { return regressive(r, windows, 0.5, 100, 30) },
		"correlated 0.8": func(r *rand.Rand) []float64 { return regressive(r, windows, 0.8, 100, 30) },
		"alternating":    func(r *rand.Rand) []float64 { return regressive(r, windows, -0.5, 100, 30) },
	} {
		covered := share(runs, func(random *rand.Rand) bool {
			e := steady.Mean(alone(counts(random)), 0.95)
			return e.Low <= 200 && 200 <= e.High
		})
		// Binomial with 0.95: outside once in a thousand.
		within(t, name+": the 95 % interval covers", covered, 0.91, 0.99)
	}
}

// The half width is not padded: t₂₃·√(v/T), with v of the process.
func TestMeanIsAsSureAsItCanBe(t *testing.T) {
	const runs, windows, phi = 100, 1200, 0.8
	sum := 0.0
	for run := range runs {
		e := steady.Mean(alone(regressive(seeded(run), windows, phi, 100, 30)), 0.95)
		sum += (e.High - e.Low) / 2 / runs
	}
	want := 2.069 * 60 * math.Sqrt((1+phi)/(1-phi)/windows)
	within(t, "mean half width", sum/want, 0.9, 1.15)
}

// Where the batches themselves still correlate, pretending they did not would be
// half as wide as the truth.
func TestMeanWidensWhereBatchesCorrelate(t *testing.T) {
	const runs, windows = 200, 240
	wide := share(runs, func(random *rand.Rand) bool {
		e := steady.Mean(alone(regressive(random, windows, 0.9, 100, 30)), 0.95)
		return e.Low <= 200 && 200 <= e.High
	})
	within(t, "the 95 % interval covers", wide, 0.87, 1)
}

func TestMeanOfAConstantSeries(t *testing.T) {
	e := steady.Mean(alone(repeated(50, 40)), 0.95)
	// 20 s, and one completion at the ends is not resolved.
	if e.Value != 100 || math.Abs(e.Low-99.95) > 1e-9 || math.Abs(e.High-100.05) > 1e-9 || e.Confidence != 0.95 {
		t.Errorf("%+v, want 100 ± 0.05", *e)
	}
	if e := steady.Mean(alone(repeated(0, 40)), 0.95); e.Value != 0 || e.Low != 0 || e.High <= 0 || e.High > 0.1 {
		t.Errorf("nothing in 20 s is %+v, want 0 and up to 0.05", *e)
	}
}

// One window is a Poisson count.
func TestMeanOfOneWindow(t *testing.T) {
	e := steady.Mean(alone([]float64{400}), 0.95)
	if want := 1.959964 * 20 / 0.5; e.Value != 800 || math.Abs(e.High-800-want) > 0.01 || math.Abs(800-e.Low-want) > 0.01 {
		t.Errorf("%+v, want 800 ± %v", *e, want)
	}
}

func TestMeanOfNothing(t *testing.T) {
	for name, all := range map[string][]steady.Series{
		"nil": nil, "no windows": {{Length: 1}}, "no length": {{Counts: []float64{5}}},
	} {
		if e := steady.Mean(all, 0.95); e != nil {
			t.Errorf("%s: %+v, want nothing", name, *e)
		}
	}
}

func TestMeanIsInOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var all []steady.Series
		seconds, total := 0.0, 0.0
		for range rapid.IntRange(1, 4).Draw(r, "series") {
			s := steady.Series{
				Counts: rapid.SliceOfN(rapid.Float64Range(0, 1e5), 1, 50).Draw(r, "counts"),
				Length: rapid.Float64Range(0.01, 2).Draw(r, "length"),
			}
			all = append(all, s)
			seconds, total = seconds+s.Seconds(), total+s.Total()
		}
		e := steady.Mean(all, 0.95)
		if !(0 <= e.Low && e.Low <= e.Value && e.Value <= e.High) || math.IsInf(e.High, 0) {
			r.Fatalf("%+v is not in order", *e)
		}
		if math.Abs(e.Value-total/seconds) > 1e-9*e.Value+1e-12 {
			r.Errorf("the mean is %v, want %v", e.Value, total/seconds)
		}
		if surer := steady.Mean(all, 0.99); surer.High < e.High || surer.Low > e.Low {
			r.Errorf("99 %% is %+v, narrower than %+v", *surer, *e)
		}
	})
}

func TestCorrelationOfKnownProcesses(t *testing.T) {
	for _, phi := range []float64{-0.6, 0, 0.4, 0.8} {
		sum := 0.0
		for run := range 20 {
			sum += steady.Correlation(steady.Batches(alone(regressive(seeded(run), 1000, phi, 100, 10)), 1000), 200) / 20
		}
		within(t, "correlation", sum, phi-0.03, phi+0.03)
	}
}

// A pair that spans two series is none: within each of these, rates are the same.
func TestCorrelationStaysWithinSeries(t *testing.T) {
	parts := []steady.Batch{
		{Rate: 90, Seconds: 1, Series: 0}, {Rate: 90, Seconds: 1, Series: 0},
		{Rate: 110, Seconds: 1, Series: 1}, {Rate: 110, Seconds: 1, Series: 1},
	}
	if got := steady.Correlation(parts, 100); got != 1 {
		t.Errorf("correlation %v, want 1", got)
	}
	for name, none := range map[string][]steady.Batch{"nil": nil, "one": parts[:1], "all equal": {{Rate: 100}, {Rate: 100}}, "no pair": {parts[0], parts[2]}} {
		if got := steady.Correlation(none, 100); got != 0 {
			t.Errorf("%s: correlation %v, want 0", name, got)
		}
	}
}
