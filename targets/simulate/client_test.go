package simulate_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/targets/simulate"
)

// One request at a time takes the network and the service, exactly.
func TestAloneTakesRoundTripAndService(t *testing.T) {
	step := run(t, target(t, "sim:queue?service=40ms&rtt=10ms", simulate.Options{}), closed(1, time.Second, 3*time.Second))
	within(t, "mean response", step.Response.OK.Mean.Seconds(), 0.05, 1e-9)
	within(t, "in flight", *step.InFlight.Mean, 1, 1e-6)
}

// A client that gives up leaves its work in the server, and the next trial
// meets it, unless it rests long enough.
func TestZombiesSurviveTheTrial(t *testing.T) {
	at := target(t, "sim:queue?servers=1&service=10ms", simulate.Options{Timeout: 200 * time.Millisecond})
	flood := record.Trial{Load: record.OpenLoad(300, record.Constant), Duration: 2 * time.Second}
	step := run(t, at, flood)
	if step.Counts.Timeout < 300 || step.Counts.OK == 0 {
		t.Fatalf("counts %+v: want an overload that times out", step.Counts)
	}
	within(t, "drain ends with the last timeout", at.Now().Seconds(), 2.2, 0.01)

	after := record.Trial{Load: record.ClosedLoad(1), Duration: time.Second}
	if step := run(t, at, after); step.Counts.OK != 0 {
		t.Errorf("%d answers behind four seconds of backlog within one", step.Counts.OK)
	}
	after.Rest = 10 * time.Second
	within(t, "throughput after a rest", *run(t, at, after).Throughput, 100, 0.02)
}

func TestRestAndStart(t *testing.T) {
	at := target(t, "sim:queue", simulate.Options{})
	trial := closed(1, 0, time.Second)
	trial.Rest = 3 * time.Second
	first, second := run(t, at, trial), run(t, at, trial)
	if first.Start.Std() != 3*time.Second {
		t.Errorf("the first load starts at %v, want 3s", first.Start)
	}
	within(t, "start of the second", second.Start.Seconds(), 3+1+3, 0.05/7)
}

// In a ramp the rate rises from nothing: half of it on average.
func TestRamp(t *testing.T) {
	trial := record.Trial{Load: record.OpenLoad(400, record.Constant), Ramp: 2 * time.Second, Warmup: 0, Duration: 4 * time.Second, Window: time.Second}
	step := run(t, target(t, "sim:queue?service=1ms", simulate.Options{}), trial)
	want := []int64{100, 300, 400, 400}
	for i, sent := range step.Windows.Sent {
		within(t, "sent in a second", float64(sent), float64(want[i]), 0.011)
	}
}

func TestStopRules(t *testing.T) {
	at := target(t, "sim:queue?servers=1&service=10ms", simulate.Options{})
	trial := open(500, 0, time.Minute)
	trial.Window, trial.Stop.InFlight = 10*time.Millisecond, 50
	step := run(t, at, trial)
	if step.Stopped == "" || *step.InFlight.Max > 50 || step.Duration.Std() > time.Second {
		t.Errorf("stopped %q after %v with %d in flight, want 50 in flight to stop it", step.Stopped, step.Duration, *step.InFlight.Max)
	}
	trial.Stop = record.Stop{Bad: 10}
	trial.Slow, trial.Rest = 50*time.Millisecond, time.Minute
	step = run(t, at, trial)
	if step.Stopped == "" || step.Duration.Std() > time.Second {
		t.Errorf("stopped %q after %v, want bad responses to stop it", step.Stopped, step.Duration)
	}
	trial.Stop = record.Stop{}
	trial.Duration = time.Second
	if step = run(t, at, trial); step.Stopped != "" || step.Duration.Std() != time.Second {
		t.Errorf("stopped %q after %v without a rule", step.Stopped, step.Duration)
	}
}

func TestInFlightIsBounded(t *testing.T) {
	at := target(t, "sim:queue?servers=1&service=1s", simulate.Options{MaxInFlight: 20})
	step := run(t, at, record.Trial{Load: record.OpenLoad(100, record.Constant), Duration: 2 * time.Second})
	if len(step.Warnings) != 2 {
		t.Errorf("warnings %q: want the bound and the dropped ones", step.Warnings)
	}
	if *step.InFlight.Max != 20 || step.Dropped != 200-step.Sent || step.Dropped < 170 {
		t.Errorf("%d in flight, sent %d, dropped %d of 200: want at most 20 and the others dropped", *step.InFlight.Max, step.Sent, step.Dropped)
	}
}

// Beyond the generator's ceiling the lag grows, part of the schedule is never
// sent, and the step says that it shows the generator.
func TestCeiling(t *testing.T) {
	const spec = "sim:queue?servers=64&service=10ms&generator=1000"
	over := run(t, target(t, spec, simulate.Options{}), open(2000, time.Second, 5*time.Second))
	within(t, "throughput", *over.Throughput, 1000, 0.001)
	if !over.Limited() || *over.Generator.Limited != "ceiling" || len(over.Warnings) == 0 {
		t.Errorf("limited %v, warnings %q: want the ceiling named", over.Generator.Limited, over.Warnings)
	}
	if over.Lag.Max.Std() < 2*time.Second || over.Dropped == 0 {
		t.Errorf("longest lag %v, %d dropped: want both large", over.Lag.Max, over.Dropped)
	}
	under := run(t, target(t, spec, simulate.Options{}), open(500, time.Second, 5*time.Second))
	if under.Limited() || under.Dropped > 0 || len(under.Warnings) > 0 {
		t.Errorf("limited %v, %d dropped at half the ceiling", under.Generator.Limited, under.Dropped)
	}
	slots := run(t, target(t, spec, simulate.Options{}), closed(50, time.Second, 5*time.Second))
	within(t, "throughput of slots", *slots.Throughput, 1000, 0.001)
	if !slots.Limited() {
		t.Error("slots at the ceiling are not said to be limited")
	}
}

// A context that ends leaves what was measured, which still adds up.
func TestInterrupted(t *testing.T) {
	at := target(t, "sim:queue", simulate.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	step, err := at.Run(ctx, open(1000, 0, time.Hour))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
	if step.Stopped == "" || step.Duration.Std() >= time.Hour {
		t.Errorf("stopped %q after %v", step.Stopped, step.Duration)
	}
	if err := (&record.Run{Steps: []record.Step{step}}).Validate(); err != nil {
		t.Error(err)
	}
	if live := at.Live(); live.InFlight != 0 || live.Sent != step.Sent {
		t.Errorf("live %+v, want what the step says: %d sent, none in flight", live, step.Sent)
	}
}

func TestTrialsThatMakeNoSense(t *testing.T) {
	at := target(t, "sim:queue", simulate.Options{})
	for _, trial := range []record.Trial{
		{},
		{Load: record.ClosedLoad(0), Duration: time.Second},
		{Load: record.ClosedLoad(1_000_001), Duration: time.Second},
		{Load: record.OpenLoad(0, record.Poisson), Duration: time.Second},
		{Load: record.OpenLoad(-1, record.Poisson), Duration: time.Second},
		{Load: record.OpenLoad(2e9, record.Poisson), Duration: time.Second},
		{Load: record.ClosedLoad(1), Duration: time.Second, Warmup: time.Second},
		{Load: record.ClosedLoad(1), Duration: time.Second, Rest: -1},
		{Load: record.ClosedLoad(1), Duration: 1 << 62},
	} {
		if _, err := at.Run(context.Background(), trial); err == nil || !strings.Contains(err.Error(), "trial") {
			t.Errorf("%+v: error is %v", trial, err)
		}
	}
	if at.Now() != 0 {
		t.Errorf("the clock moved to %v", at.Now())
	}
}
