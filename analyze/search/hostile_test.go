package search_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/analyze/search"
	"loadline/analyze/slo"
	"loadline/attack/record"
)

// Whatever is measured, a search asks only for trials that can be run, ends,
// keeps its budget, and can say where it stands.
func TestHostileMeasurements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := configs(t)
		s, habit := search.New(config), habits(t)
		spent := time.Duration(0)
		for n := 1; ; n++ {
			trial, ok := s.Next()
			if !ok {
				break
			}
			if n > 1000 {
				t.Fatalf("no end after %d trials and %v of load", n, spent)
			}
			if spent > orDefault(config.Budget, 2*time.Minute) {
				t.Fatalf("trial %d (%s) comes when %v of load are spent of %v", n, trial.Phase, spent, config.Budget)
			}
			valid(t, config, trial)
			step := habit(t, trial)
			spent += step.Duration.Std()
			s.Observe(step)
			sane(t, config, s.Progress(), spent)
		}
		if _, more := s.Next(); more {
			t.Fatal("a search that was over went on")
		}
		if p := s.Progress(); p.Left != 0 {
			t.Fatalf("%v of load are left to a search that is over", p.Left)
		}
	})
}

func orDefault[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}

// configs are the configurations that the command line lets through.
func configs(t *rapid.T) search.Config {
	c := search.Config{
		Budget:      time.Duration(rapid.SampledFrom([]int64{0, 1e9, 2e9, 1e10, 6e10, 6e11}).Draw(t, "budget")),
		MaxRate:     rapid.SampledFrom([]float64{0, 0, 1e-3, 1, 150, 1e9}).Draw(t, "max rate"),
		MaxInFlight: rapid.SampledFrom([]int{0, 1, 100, 50_000}).Draw(t, "max in flight"),
		Overload:    rapid.SampledFrom([]float64{0, 0.5, 1, 3.3, 1000}).Draw(t, "overload"),
		Fraction:    rapid.SampledFrom([]float64{0, 1e-9, 0.5, 1}).Draw(t, "fraction"),
		Ceiling:     rapid.SampledFrom([]float64{0, 0, 0, 200}).Draw(t, "ceiling"),
		Arrivals:    rapid.SampledFrom([]record.Arrivals{"", record.Poisson, record.Constant}).Draw(t, "arrivals"),
		Seed:        rapid.Uint64().Draw(t, "seed"),
	}
	if text := rapid.SampledFrom([]string{"", "p99<250ms,errors<1%", "mean<1ns", "max<10s", "shed<50%"}).Draw(t, "slo"); text != "" {
		c.SLO, _ = slo.Parse(text)
	}
	return c
}

// valid fails on a trial that no generator could or should run.
func valid(t *rapid.T, c search.Config, trial record.Trial) {
	load, broken := trial.Load, ""
	switch {
	case trial.Duration <= 0 || trial.Warmup < 0 || trial.Warmup >= trial.Duration:
		broken = "nothing is measured"
	case trial.Duration > time.Hour || trial.Rest < 0 || trial.Rest > time.Minute || trial.Ramp < 0 || trial.Ramp > trial.Warmup:
		broken = "times out of range"
	case trial.Stop.InFlight < 0 || trial.Stop.Bad < 0 || trial.Window < 0 || trial.Slow < 0:
		broken = "bounds below zero"
	case trial.Phase == "":
		broken = "no phase"
	case load.Model == record.Open && !(load.RateRPS > 0 && load.RateRPS <= orDefault(c.MaxRate, math.MaxFloat64)):
		broken = "rate out of range"
	case load.Model == record.Open && load.Arrivals != orDefault(c.Arrivals, record.Poisson):
		broken = "other arrivals"
	case load.Model == record.Closed && (load.Concurrency < 1 || load.Concurrency > orDefault(c.MaxInFlight, 4096)):
		broken = "concurrency out of range"
	case load.Model != record.Open && load.Model != record.Closed:
		broken = "no model"
	}
	if broken != "" {
		t.Fatalf("%s: %+v", broken, trial)
	}
}

// sane fails on a progress that cannot be shown.
func sane(t *rapid.T, c search.Config, p search.Progress, spent time.Duration) {
	if p.Spent != spent || p.Left < 0 || p.Left > orDefault(c.Budget, 2*time.Minute) {
		t.Fatalf("after %v of load: %+v", spent, p)
	}
	for _, e := range []*record.Estimate{p.Best, p.Knee} {
		if e == nil {
			continue
		}
		for _, v := range []float64{e.Low, e.Value, e.High} {
			if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
				t.Fatalf("progress shows %+v", *e)
			}
		}
		if e.Low > e.Value || e.Value > e.High {
			t.Fatalf("progress shows %+v", *e)
		}
	}
}
