package simulate_test

import (
	"context"
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"

	"loadline/attack/record"
	"loadline/targets/simulate"
)

func target(t testing.TB, spec string, options simulate.Options) *simulate.Target {
	t.Helper()
	made, err := simulate.New(spec, options)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func run(t testing.TB, at *simulate.Target, trial record.Trial) record.Step {
	t.Helper()
	step, err := at.Run(context.Background(), trial)
	if err != nil {
		t.Fatal(err)
	}
	return step
}

func open(rate float64, warmup, duration time.Duration) record.Trial {
	return record.Trial{Load: record.OpenLoad(rate, record.Poisson), Warmup: warmup, Duration: duration, Seed: 1}
}

func closed(n int, warmup, duration time.Duration) record.Trial {
	return record.Trial{Load: record.ClosedLoad(n), Warmup: warmup, Duration: duration, Seed: 1}
}

// within fails where got is not within a relative distance of want.
func within(t testing.TB, what string, got, want, relative float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > relative*math.Abs(want) {
		t.Errorf("%s is %.6g, want %.6g within %g %%", what, got, want, 100*relative)
	}
}

// runs is how many independent runs carry a standard error.
const runs = 15

// sample is the trial in independent runs: each has a new target, a new seed
// and a new schedule.
func sample(t testing.TB, spec string, trial record.Trial) []record.Step {
	t.Helper()
	steps := make([]record.Step, runs)
	for i := range steps {
		trial.Seed = uint64(i)
		steps[i] = run(t, target(t, spec, simulate.Options{Seed: uint64(i)}), trial)
	}
	return steps
}

// agrees fails where the mean of a statistic over the runs is further from the
// closed form than four of its own standard errors (a right simulation is, with
// 15 runs, in one of 750 draws), or where that error is too large to show anything.
// Seeds are fixed, so that the verdict is too.
func agrees(t testing.TB, what string, steps []record.Step, of func(record.Step) float64, want, largestError float64) {
	t.Helper()
	values := make([]float64, len(steps))
	for i := range steps {
		values[i] = of(steps[i])
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	standard := deviation / math.Sqrt(float64(len(values)))
	if standard > largestError*want {
		t.Errorf("%s: a standard error of %.3g on %.6g shows nothing", what, standard, mean)
	}
	if math.Abs(mean-want) > 4*standard+1e-9*want {
		t.Errorf("%s is %.6g with a standard error of %.3g, want %.6g", what, mean, standard, want)
	}
}

func meanResponse(s record.Step) float64 { return s.Response.OK.Mean.Seconds() }

// slow is the share of the requests that were bad.
func slow(s record.Step) float64 {
	var bad, sent int64
	for i := range s.Windows.Sent {
		bad += s.Windows.Bad[i]
		sent += s.Windows.Sent[i]
	}
	return float64(bad) / float64(sent)
}

func shed(s record.Step) float64 { return s.Counts.Share(s.Counts.Shed) }

func throughput(s record.Step) float64 { return *s.Throughput }

func inFlight(s record.Step) float64 { return *s.InFlight.Mean }
