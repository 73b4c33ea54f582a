package simulate_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/targets/simulate"
)

// most is the closed-loop throughput of a spec with n in flight.
func most(t testing.TB, spec string, n int) record.Step {
	t.Helper()
	return run(t, target(t, spec, simulate.Options{}), closed(n, 2*time.Second, 12*time.Second))
}

// What is known of the maximum: every effect alone, saturated.
func TestMaximumThroughput(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		spec     string
		n        int
		want     float64
		relative float64
	}{
		{"sim:queue?servers=8&service=40ms", 8, 200, 0.002},
		{"sim:queue?servers=8&service=40ms", 30, 200, 0.002},
		{"sim:queue?servers=8&service=40ms&rtt=20ms", 10, 10 / 0.06, 0.002},
		{"sim:queue?servers=8&service=40ms&rtt=20ms", 12, 200, 0.002},
		{"sim:queue?servers=8&service=8ms&cv=0.5", 16, 1000, 0.02},
		{"sim:queue?servers=8&service=8ms&dist=bimodal&cv=0.5", 16, 1000, 0.02},
		{"sim:queue?servers=8&service=8ms&pause=150ms&period=2s", 16, 1000 * (1 - 0.075), 0.005},
		{"sim:queue?servers=8&service=8ms&pause=150ms&period=2s&rtt=1ms", 16, 1000 * (1 - 0.075), 0.005},
		{"sim:queue?servers=30&service=10ms&pool=20&dist=exp", 40, 2000, 0.01},
		{"sim:queue?servers=8&service=8ms&noise=0.5&noise_period=20ms", 16, 1000 * (1 - 0.25), 0.02},
		{"sim:queue?servers=8&service=8ms&collapse=0.02", 18, 1000 / 1.2, 0.002},
		{"sim:queue?servers=8&service=8ms&limit=2000&per=1s", 16, 1000, 0.002},
		{"sim:queue?servers=8&service=8ms&generator=500", 16, 500, 0.002},
		{"sim:queue?servers=8&service=8ms&errors=0.02", 16, 1000, 0.002},
	} {
		step := most(t, c.spec, c.n)
		within(t, fmt.Sprintf("%s: throughput of %d", c.spec, c.n), *step.Throughput, c.want, c.relative)
	}
}

// The Universal Scalability Law, X(N) = N/(S(1+σ(N−1)+κN(N−1))), and its peak.
func TestScalabilityLaw(t *testing.T) {
	t.Parallel()
	const sigma, kappa, service = 0.03, 0.0005, 0.02
	law := func(n float64) float64 { return n / (service * (1 + sigma*(n-1) + kappa*n*(n-1))) }
	peak := int(math.Round(math.Sqrt((1 - sigma) / kappa)))
	var best, at float64
	for _, n := range []int{1, 10, peak - 15, peak, peak + 15, 120} {
		x := *most(t, "sim:queue?servers=1000&service=20ms&sigma=0.03&kappa=0.0005", n).Throughput
		within(t, fmt.Sprintf("throughput of %d", n), x, law(float64(n)), 0.002)
		if x > best {
			best, at = x, float64(n)
		}
	}
	if int(at) != peak {
		t.Errorf("the peak is at %v, want %d", at, peak)
	}
}

// In both kinds the limiter passes its budget and no more; a client that heeds
// Retry-After asks once a second.
func TestLimiter(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"window", "bucket"} {
		spec := "sim:queue?servers=8&service=1ms&limit=30&per=100ms&limiter=" + kind
		step := run(t, target(t, spec, simulate.Options{}), open(500, 2*time.Second, 12*time.Second))
		within(t, kind+": goodput", step.Goodput.Value, 300, 0.005)
		within(t, kind+": refused", float64(step.StatusCodes["429"])/10, 200, 0.05)
		spec = "sim:queue?servers=8&service=1ms&limit=300&per=1s&limiter=" + kind
		slots := run(t, target(t, spec, simulate.Options{}), closed(400, 2*time.Second, 42*time.Second))
		within(t, kind+": goodput of slots", slots.Goodput.Value, 300, 0.01)
		if refused := float64(slots.Counts.Shed) / 40; refused > 400 {
			t.Errorf("%s: %v refusals a second of 400 slots that wait a second each", kind, refused)
		}
	}
}

// A refused slot pauses for about a service time before it asks again.
func TestRefusedSlotPauses(t *testing.T) {
	t.Parallel()
	step := most(t, "sim:queue?servers=8&service=8ms&queue=0", 24)
	within(t, "goodput", step.Goodput.Value, 1000, 0.05)
	if refused := float64(step.Counts.Shed) / 10; refused > 16/0.008 {
		t.Errorf("%v refusals a second of 16 slots that wait 8 ms each", refused)
	}
}

// Refusals are served first: of each second of a station, r − A of them take
// their cost and A requests the rest, so that A = (1 − rC)/(S − C).
func TestCostOfRefusals(t *testing.T) {
	t.Parallel()
	const spec = "sim:queue?servers=1&service=10ms&queue=10&reject_cost=1ms"
	for _, rate := range []float64{200, 400, 800} {
		want := (1 - rate*0.001) / (0.010 - 0.001)
		step := run(t, target(t, spec, simulate.Options{}), open(rate, 2*time.Second, 22*time.Second))
		within(t, fmt.Sprintf("goodput at %v/s", rate), step.Goodput.Value, want, 0.03)
	}
}

func TestPoolTimeout(t *testing.T) {
	t.Parallel()
	const spec = "sim:queue?servers=30&service=100ms&pool=2&pool_timeout=150ms"
	step := most(t, spec, 20)
	within(t, "goodput", step.Goodput.Value, 20, 0.01)
	if step.Counts.Error == 0 || step.Response.OK.Max.Std() > 251*time.Millisecond {
		t.Errorf("%d starved, longest wait %v: want some, and none beyond 150 ms", step.Counts.Error, step.Response.OK.Max)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	share := func(s record.Step) float64 { return s.Counts.Share(s.Counts.Error) }
	steps := sample(t, "sim:queue?servers=8&service=8ms&errors=0.2", closed(8, 0, 2*time.Second))
	agrees(t, "share of errors", steps, share, 0.2, 0.03)
}

func TestWarmth(t *testing.T) {
	t.Parallel()
	at := target(t, "sim:queue?servers=8&service=8ms&warm=5&warm_for=2s", simulate.Options{})
	trial := closed(8, 0, 200*time.Millisecond)
	within(t, "throughput when cold", *run(t, at, trial).Throughput, 200, 0.1)
	run(t, at, closed(8, 0, 30*time.Second))
	within(t, "throughput when warm", *run(t, at, closed(8, time.Second, 5*time.Second)).Throughput, 1000, 0.005)
}

func TestDrift(t *testing.T) {
	t.Parallel()
	at := target(t, "sim:queue?servers=8&service=8ms&drift=-0.1", simulate.Options{})
	trial := closed(8, time.Second, 5*time.Second)
	first := *run(t, at, trial).Throughput
	trial.Rest = 10*time.Minute - 5*time.Second
	within(t, "throughput after ten minutes", *run(t, at, trial).Throughput, first*math.Pow(0.9, 10), 0.01)
}

// It scales to what the load needs and back.
func TestScaling(t *testing.T) {
	t.Parallel()
	at := target(t, "sim:queue?servers=4&service=4ms&scale_at=0.7&scale_after=10s&scale_max=3", simulate.Options{})
	saturated := func() float64 { return *run(t, at, closed(40, 0, 5*time.Second)).Throughput }
	within(t, "one instance", saturated(), 1000, 0.01)
	run(t, at, closed(40, 0, 40*time.Second))
	within(t, "three instances", saturated(), 3000, 0.01)
	trial := closed(1, 0, 10*time.Second)
	trial.Rest = 2 * time.Minute
	run(t, at, trial)
	within(t, "one again", saturated(), 1000, 0.01)
}

// A pause stops what is under way, and nothing is answered in it.
func TestPauseDelays(t *testing.T) {
	t.Parallel()
	at := target(t, "sim:queue?servers=1&service=10ms&pause=500ms&period=1s&queue=0", simulate.Options{})
	step := run(t, at, record.Trial{Load: record.OpenLoad(1000, record.Constant), Duration: 999 * time.Millisecond})
	if max := step.Response.OK.Max.Std(); max > 12*time.Millisecond && max < 500*time.Millisecond {
		t.Errorf("longest response %v: want some that wait for the pause's end", max)
	}
	long := run(t, target(t, "sim:queue?servers=1&service=250ms&pause=60ms&period=100ms", simulate.Options{}), closed(1, 0, 6250*time.Millisecond))
	within(t, "throughput of work that outlasts many pauses", *long.Throughput, 0.4/0.25, 0.001)
	within(t, "refused ones wait too", step.Response.Shed.Max.Seconds(), 0.5, 0.01)
}
