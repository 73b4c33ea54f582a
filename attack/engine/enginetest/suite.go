// Package enginetest holds every engine to the same rules, against real
// servers on loopback: what is sent is what the trial asks, each request is
// booked once with the right outcome, and nothing is left behind.
//
// The tests judge by counts, by what the server saw, and by times that noise
// can only make longer; a slow machine does not fail them.
package enginetest

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/targets"
)

// Make is the constructor of the engine under test.
type Make func(options engine.Options, mix *targets.Mix) (engine.Engine, error)

// Run holds the engine to all the rules.
func Run(t *testing.T, make Make) {
	for _, rule := range []struct {
		name string
		test func(*testing.T, Make)
	}{
		{"closed keeps exactly N in flight", closedIsExact},
		{"closed begins one after the other", closedBegins},
		{"open sends the schedule", openIsExact},
		{"every outcome is counted once", outcomes},
		{"what the service sees is what is counted", everyRequest},
		{"the request arrives as it was given", content},
		{"warm-up is sent and not counted", warmup},
		{"connections are kept", keepAlive},
		{"no keep-alive: a connection per request", noKeepAlive},
		{"connections are bounded", boundedConnections},
		{"a connection that was closed unasked costs nothing", closedUnasked},
		{"a frozen service shows in the response time", freeze},
		{"no burst after a stall", noBurst},
		{"the bound in flight holds and drops", bound},
		{"asking too much loses nothing", excess},
		{"refusals pause the closed model", shedPause},
		{"timeouts", timeouts},
		{"refused connections", refused},
		{"resets", resets},
		{"not found", notFound},
		{"hostile answers", hostile},
		{"redirects", redirects},
		{"cancellation abandons what is in flight", cancellation},
		{"stop rule in flight", stopInFlight},
		{"stop rule bad", stopBad},
		{"stragglers are waited for", drain},
		{"Little's law", little},
	} {
		t.Run(rule.name, func(t *testing.T) {
			before := goleak.IgnoreCurrent()
			t.Cleanup(func() { goleak.VerifyNone(t, before) }) // after the servers' own clean-up
			rule.test(t, make)
		})
	}
}

// rig is an engine that is closed with its test.
type rig struct {
	engine.Engine
	t *testing.T
}

// defaults are the options that most rules use: no test waits for a timeout
// by mistake, and a wrong one shows as an outcome.
func defaults() engine.Options {
	return engine.Options{Timeout: 20 * time.Second, KeepAlive: true, Redirects: 10}
}

func (m Make) rig(t *testing.T, options engine.Options, requests ...targets.Request) *rig {
	t.Helper()
	mix, err := targets.NewMix(requests...)
	if err != nil {
		t.Fatal(err)
	}
	made, err := m(options, mix)
	if err != nil {
		t.Fatal(err)
	}
	return &rig{Engine: made, t: t}
}

func (m Make) get(t *testing.T, options engine.Options, url string) *rig {
	t.Helper()
	return m.rig(t, options, targets.Request{URL: url})
}

// send runs a trial to its end and gives the step, whose counts must add up.
func (r *rig) send(trial record.Trial) record.Step {
	r.t.Helper()
	step, _ := r.sendUntil(context.Background(), trial)
	return step
}

func (r *rig) sendUntil(ctx context.Context, trial record.Trial) (record.Step, *tally.Book) {
	r.t.Helper()
	book := tally.New(trial)
	lasted, err := r.Send(ctx, trial, book)
	if err != nil {
		r.t.Fatalf("send: %v", err)
	}
	if n := book.InFlight(); n != 0 {
		r.t.Errorf("%d requests are in flight after the trial", n)
	}
	step := book.Step(lasted)
	r.conserves(&step)
	return step, book
}

// conserves checks scheduled = sent + dropped and sent = ok + shed + error + timeout.
func (r *rig) conserves(step *record.Step) {
	r.t.Helper()
	run := record.Run{Steps: []record.Step{*step}}
	if err := run.Validate(); err != nil {
		r.t.Errorf("counts do not add up: %v", err)
	}
}

// close ends the engine; goroutines are looked for afterwards.
func (r *rig) close() {
	r.t.Helper()
	if err := r.Close(); err != nil {
		r.t.Errorf("close: %v", err)
	}
}

func closed(n int, duration time.Duration) record.Trial {
	return record.Trial{Load: record.ClosedLoad(n), Duration: duration}
}

func open(rate float64, duration time.Duration) record.Trial {
	return record.Trial{Load: record.OpenLoad(rate, record.Constant), Duration: duration}
}

// classes are the step's failures by class.
func classes(step *record.Step) map[string]int64 {
	out := map[string]int64{}
	for _, e := range step.Errors {
		out[e.Class] = e.Count
	}
	return out
}
