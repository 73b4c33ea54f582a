package truth

import (
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"loadline/attack/record"
	"loadline/targets/simulate"
)

const confidence = 0.95

// estimate is the mean of independent runs with Student's interval.
func estimate(values []float64) record.Estimate {
	mean, deviation := stat.MeanStdDev(values, nil)
	n := float64(len(values))
	t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.5 + confidence/2)
	half := t * deviation / math.Sqrt(n)
	return record.Estimate{Value: mean, Low: max(0, mean-half), High: mean + half, Confidence: confidence}
}

// cycles is how many periods of pauses and neighbours a run has to see.
const cycles = 40

// horizon is how long a service that can tip over has to hold a rate. Any rate
// tips it over some day, so that its truth means nothing without one.
const horizon = 5 * time.Minute

// span is how long a run at a rate lasts. It settles for a tenth of that before.
func (s service) span(rate float64) time.Duration {
	if crowds(s.Spec) && s.Queue == simulate.Unbounded {
		return horizon
	}
	seconds := float64(s.effort.Requests) / rate
	if s.Pause > 0 {
		seconds = max(seconds, cycles*s.Period.Seconds())
	}
	if s.Noise > 0 {
		seconds = max(seconds, cycles*s.NoisePeriod.Seconds())
	}
	if s.Limit > 0 {
		seconds = max(seconds, cycles*s.Per.Seconds())
	}
	return time.Duration(min(seconds, maxSpan.Seconds()) * 1e9)
}

const maxSpan = 24 * time.Hour

// patience is the client's timeout: far beyond any objective, so that what is
// slow counts as such.
const patience = 10 * time.Minute

// run is one long trial; a run number stands for its seeds.
func (s service) run(load record.Load, expected float64, number int, slow time.Duration, stop record.Stop) record.Step {
	seed := s.effort.Seed + uint64(number)
	span := s.span(expected)
	trial := record.Trial{Load: load, Warmup: span / 10, Duration: span + span/10, Slow: slow, Stop: stop, Seed: seed}
	target := s.New(simulate.Options{Timeout: patience, MaxInFlight: 1 << 20, Seed: seed})
	step, err := target.Run(context.Background(), trial)
	if err != nil {
		panic("a trial of our own making is refused: " + err.Error())
	}
	return step
}
