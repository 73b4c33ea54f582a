package truth_test

import (
	"math"
	"testing"
	"time"

	"loadline/targets/simulate"
	"loadline/targets/simulate/truth"
)

func parse(t *testing.T, keys string) simulate.Spec {
	t.Helper()
	spec, err := simulate.Parse("sim:queue?" + keys)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

var (
	objective = truth.Objective{Slow: 60 * time.Millisecond, Allowed: 0.02}
	quick     = truth.Effort{Requests: 2500, Runs: 4, Seed: 3}
	hasty     = truth.Effort{Requests: 1500, Runs: 2}
)

func within(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > relative*want {
		t.Errorf("%s is %.5g, want %.5g within %g %%", what, got, want, 100*relative)
	}
}

// A waiting room that never fills changes nothing but the way to the answer:
// the simulated one has to be the closed form's.
func TestSimulatedIsTheClosedForm(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"servers=4&service=6ms&dist=exp", "servers=2&service=4ms&errors=0.005"} {
		form := truth.Of(parse(t, keys), objective, quick)
		long := truth.Of(parse(t, keys+"&queue=100000"), objective, quick)
		if form.Source == long.Source || long.Source != "simulated" {
			t.Fatalf("%s: both answers are from %s", keys, long.Source)
		}
		half := long.Within.HalfWidth()
		if half > 0.06 {
			t.Errorf("%s: half-width %v shows nothing", keys, half)
		}
		within(t, keys+": SLO capacity", long.Within.Value, form.Within.Value, 2*half)
	}
}

// What the forms say of the maximum, a long closed run gives.
func TestMostAndKnee(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{
		"", "dist=exp&rtt=30ms&cv=1", "pause=20ms&period=200ms", "pool=3&rtt=5ms", "limit=20&per=200ms", "noise=0.4&noise_period=100ms",
		"errors=0.1", "servers=12&sigma=0.03&kappa=0.02", "servers=12&sigma=0.03&kappa=0.02&rtt=20ms", "queue=0&rtt=20ms", "queue=3&reject_cost=5ms",
	} {
		spec := parse(t, keys)
		got := truth.Of(spec, truth.Objective{}, hasty)
		best := 0.0
		for _, n := range []int{got.Knee, got.Knee + 1, 2 * got.Knee, 3 * got.Knee} {
			best = max(best, truth.Throughput(spec, n, hasty).Value)
		}
		within(t, keys+": most", best, got.Most.Value, 0.05)
		const slack = 0.05 // of the runs
		if at := truth.Throughput(spec, got.Knee, hasty).Value; at < (0.97-slack)*got.Most.Value {
			t.Errorf("%s: %v at the knee of %d, most is %v", keys, at, got.Knee, got.Most.Value)
		}
		if got.Knee == 1 {
			continue
		}
		if less := truth.Throughput(spec, got.Knee-1, hasty).Value; less > (0.97+slack)*got.Most.Value {
			t.Errorf("%s: %v below the knee of %d, most is %v", keys, less, got.Knee, got.Most.Value)
		}
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	of := func(keys string, o truth.Objective) truth.Truth { return truth.Of(parse(t, keys), o, hasty) }
	none := truth.Objective{}
	if of("drift=0.1", none).Steady || of("scale_at=0.5", none).Steady || !of("warm=5", none).Steady {
		t.Error("a drift and an autoscaler have no long run, a warm-up has")
	}
	for keys, want := range map[string]truth.Bound{"": truth.Capacity, "generator=150": truth.Generator, "limit=20&per=200ms": truth.Policy, "limit=90&per=100ms": truth.Capacity} {
		if got := of(keys, none).Bound; got != want {
			t.Errorf("%q is bound by %s, want %s", keys, got, want)
		}
	}
	for _, keys := range []string{"service=70ms", "errors=0.03", "rtt=61ms", "pause=500ms&period=2s"} {
		if got := of(keys, objective); !got.Infeasible || got.Within.Value != 0 {
			t.Errorf("%q meets the objective at %v", keys, got.Within)
		}
	}
	if !of("collapse=0.02", objective).Metastable || of("collapse=0.001&queue=10", objective).Metastable {
		t.Error("metastable is what collapses without end, not what a waiting room bounds")
	}
}
