package steady_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"loadline/analyze/steady"
)

// A steady service is called drifting as often as the confidence allows.
func TestTrendHoldsItsLevel(t *testing.T) {
	const runs = 1000
	for _, confidence := range []float64{0.9, 0.99} {
		alarms := share(runs, func(random *rand.Rand) bool {
			e := steady.Trend(steady.Batches(alone(poisson(random, 120, level(100))), 24), confidence)
			return e.Low > 0 || e.High < 0
		})
		stated := 1 - confidence
		slack := 3.3 * math.Sqrt(stated*(1-stated)/runs)
		within(t, "false alarms", alarms, stated-slack, stated+slack)
	}
}

// Capacity that falls by 20 % in a minute, of which a minute was seen: it is
// found, and the slope is right as often as the interval says.
func TestTrendFindsADrift(t *testing.T) {
	const runs, windows = 300, 120
	falling := func(i int) float64 { return 100 * (1 - 0.2*(float64(i)+0.5)/windows) }
	truth := -0.2 / 60 / 0.9 // relative to the mean
	found, covered := 0, 0
	for run := range runs {
		e := steady.Trend(steady.Batches(alone(poisson(seeded(run), windows, falling)), 24), 0.95)
		if e.High < 0 {
			found++
		}
		if e.Low <= truth && truth <= e.High {
			covered++
		}
	}
	within(t, "found", float64(found)/runs, 0.98, 1)
	within(t, "the 95 % interval covers", float64(covered)/runs, 0.91, 0.985)
}

// Two loads, the lower one first and last, the higher between them. What they
// differ in is no trend; that the higher fell meanwhile is.
func TestTrendComparesGroupsWithThemselves(t *testing.T) {
	series := func(group int, rate, start float64) steady.Series {
		return steady.Series{Counts: repeated(rate, 20), Length: 1, Start: start, Group: group}
	}
	for name, test := range map[string]struct {
		all  []steady.Series
		want float64
	}{
		"same": {[]steady.Series{series(1, 50, 0), series(2, 100, 100), series(1, 50, 200), series(2, 100, 300)}, 0},
		// One percent less after 100 s, in both.
		"fell": {[]steady.Series{series(1, 50, 0), series(2, 100, 50), series(1, 49.5, 100), series(2, 99, 150)}, -1e-4},
	} {
		e := steady.Trend(steady.Batches(test.all, 40), 0.95)
		if e == nil || math.Abs(e.Value-test.want) > 0.1*math.Abs(test.want)+1e-12 {
			t.Errorf("%s: %+v, want %v", name, e, test.want)
		}
	}
}

// A straight line is found exactly, in relative units.
func TestTrendOfALine(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rate := rapid.Float64Range(1, 1e5).Draw(r, "rate")
		slope := rapid.Float64Range(-0.01, 0.01).Draw(r, "slope")
		start := rapid.Float64Range(0, 1e3).Draw(r, "start")
		counts := make([]float64, rapid.IntRange(5, 60).Draw(r, "windows"))
		middle := float64(len(counts)) / 2
		for i := range counts {
			counts[i] = rate * (1 + slope*(float64(i)+0.5-middle))
		}
		s := steady.Series{Counts: counts, Length: 1, Start: start}
		e := steady.Trend(steady.Batches([]steady.Series{s}, len(counts)), 0.95)
		if e == nil || math.Abs(e.Value-slope) > 1e-6*math.Abs(slope)+1e-12 {
			r.Fatalf("%+v, want %v", e, slope)
		}
		if !(e.Low <= e.Value && e.Value <= e.High) || e.High-e.Low > 1e-5 || e.Confidence != 0.95 {
			r.Errorf("%+v, though all lie on the line", *e)
		}
	})
}

func TestTrendOfTooLittle(t *testing.T) {
	at := func(group int, middles ...float64) (out []steady.Batch) {
		for _, m := range middles {
			out = append(out, steady.Batch{Rate: 100, Seconds: 1, Middle: m, Group: group})
		}
		return out
	}
	for name, parts := range map[string][]steady.Batch{
		"nothing":          nil,
		"three":            at(0, 1, 2, 3),
		"one time":         at(0, 5, 5, 5, 5, 5),
		"each group once":  append(append(at(1, 1), at(2, 2)...), append(at(3, 3), at(4, 4)...)...),
		"nothing done":     {{Seconds: 1, Middle: 1}, {Seconds: 1, Middle: 2}, {Seconds: 1, Middle: 3}, {Seconds: 1, Middle: 4}},
		"no time measured": {{Rate: 1}, {Rate: 1}, {Rate: 1}, {Rate: 1}},
	} {
		if e := steady.Trend(parts, 0.95); e != nil {
			t.Errorf("%s: %+v, want nothing", name, *e)
		}
	}
	if e := steady.Trend(at(0, 1, 2, 3, 4), 0.95); e == nil || e.Value != 0 {
		t.Errorf("four equal batches: %+v, want no slope", e)
	}
}
