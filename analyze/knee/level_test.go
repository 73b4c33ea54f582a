package knee_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"loadline/analyze/knee"
	"loadline/attack/record"
)

func counted(n int, ok ...int64) record.Step {
	return record.Step{
		Load: record.ClosedLoad(n), Start: record.Span(10 * time.Second), Warmup: record.Span(time.Second),
		Windows: &record.Windows{Length: record.Span(500 * time.Millisecond), OK: ok},
	}
}

// Steps of one concurrency are pooled by the time they lasted, wherever in the run they were.
func TestLevelsPoolByConcurrency(t *testing.T) {
	mean := 3.0
	shedding := counted(4, 60, 40)
	shedding.InFlight.Mean = &mean
	levels, _ := knee.Levels([]record.Step{counted(8, 100, 100), shedding, counted(8, 70, 70, 70, 70)})
	if len(levels) != 2 {
		t.Fatalf("%d levels, want 2", len(levels))
	}
	if l := levels[0]; l.Concurrency != 4 || l.Rate != 100 || l.InFlight != 3 || l.Seconds != 1 {
		t.Errorf("%+v, want 100/s with 3 in flight at 4", l)
	}
	if l := levels[1]; l.Concurrency != 8 || math.Abs(l.Rate-160) > 1e-9 || l.InFlight != 8 || l.Seconds != 3 {
		t.Errorf("%+v, want 160/s at 8", l)
	}
}

// What the generator spoiled, what was open, and what has no windows is no evidence.
func TestLevelsLeaveOutWhatIsNoEvidence(t *testing.T) {
	cause := "cpu"
	limited, open, none, empty, instant := counted(8, 100), counted(8, 100), counted(8), counted(8), counted(8, 100)
	limited.Generator.Limited = &cause
	open.Load = record.OpenLoad(100, record.Poisson)
	none.Windows = nil
	instant.Windows.Length = 0
	spoiled := []record.Step{limited, open, none, empty, instant, counted(0, 100), counted(-3, 100)}
	if levels, _ := knee.Levels(spoiled); len(levels) != 0 {
		t.Errorf("levels %+v, want none", levels)
	}
	for name, steps := range map[string][]record.Step{"nothing": nil, "spoiled": spoiled, "nothing done": {counted(1, 0, 0), counted(2, 0, 0)}} {
		if c := knee.Of(steps); c != nil {
			t.Errorf("%s: a curve with the maximum %+v", name, c.Max)
		}
	}
}

func TestSeriesOfBeginsAfterTheWarmup(t *testing.T) {
	step := counted(4, 1, 2, 3)
	s := knee.SeriesOf(&step)
	if s.Start != 11 || s.Length != 0.5 || len(s.Counts) != 3 || s.Counts[2] != 3 {
		t.Errorf("%+v, want three windows of 0.5 s from 11 s on", s)
	}
}

// Refused clients pause, so that fewer are in flight than the concurrency.
func TestInFlightAtLiesBetweenLevels(t *testing.T) {
	four, eight := 4.0, 5.0
	a, b := counted(4, 200, 200, 200), counted(8, 200, 200, 200)
	a.InFlight.Mean, b.InFlight.Mean = &four, &eight
	c := knee.Of([]record.Step{a, b})
	for n, want := range map[float64]float64{2: 2, 4: 4, 6: 4.5, 8: 5, 16: 10} {
		if got := c.InFlightAt(n); math.Abs(got-want) > 1e-9 {
			t.Errorf("a concurrency of %v is %v in flight, want %v", n, got, want)
		}
	}
}

// A level that swings between two states is itself less certain for it; the
// others are not.
func TestASwingingLevelIsJudgedByItself(t *testing.T) {
	steps := func(swing int64) []record.Step {
		var out []record.Step
		random := rand.New(rand.NewPCG(1, 1))
		for n := 1; n <= 6; n++ {
			counts := make([]int64, 24)
			for i := range counts {
				counts[i] = int64(float64(100*n) + math.Sqrt(float64(100*n))*random.NormFloat64())
				if n == 6 && i >= 12 {
					counts[i] += swing
				}
			}
			out = append(out, counted(n, counts...))
		}
		return out
	}
	calm, _ := knee.Levels(steps(0))
	torn, _ := knee.Levels(steps(-300))
	if torn[5].Error < 5*calm[5].Error {
		t.Errorf("the swinging level is known to ±%v, a calm one to ±%v", torn[5].Error, calm[5].Error)
	}
	if torn[2].Error > 1.8*calm[2].Error {
		t.Errorf("because another swings, a calm level is known to ±%v, not ±%v", torn[2].Error, calm[2].Error)
	}
}
