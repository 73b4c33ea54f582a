package simulate_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"loadline/attack/record"
	"loadline/targets/simulate"
)

// choices are values of every key from which compositions are drawn.
var choices = map[string][]string{
	"servers": {"1", "3", "20"}, "service": {"100us", "3ms", "40ms"},
	"dist": {"det", "exp", "lognormal", "pareto", "bimodal"}, "rtt": {"0s", "1ms", "30ms"},
	"queue": {"0", "5", "100", "unbounded"}, "reject": {"503", "429"}, "reject_cost": {"0s", "1ms"},
	"sigma": {"0.03", "1"}, "kappa": {"0.0005", "0.1"}, "collapse": {"0.02", "1"},
	"pool": {"1", "10"}, "pool_timeout": {"1ms", "50ms"},
	"pause": {"1ms", "90ms"}, "period": {"100ms", "1s"}, "warm": {"5"}, "warm_for": {"100ms"},
	"drift": {"-0.5", "1"}, "noise": {"0.2", "0.95"}, "noise_period": {"10ms", "1s"},
	"limit": {"1", "50"}, "per": {"10ms", "1s"}, "limiter": {"window", "bucket"}, "errors": {"0.1", "1"},
	"scale_at": {"0.7"}, "scale_after": {"100ms"}, "scale_max": {"3"}, "generator": {"50", "5000"},
}

func drawSpec(t *rapid.T) string {
	var pairs []string
	for _, k := range simulate.Keys() {
		values := choices[k.Name]
		if len(values) > 0 && rapid.IntRange(0, 3).Draw(t, "give "+k.Name) == 0 {
			pairs = append(pairs, k.Name+"="+rapid.SampledFrom(values).Draw(t, k.Name))
		}
	}
	return "sim:queue?" + strings.Join(pairs, "&")
}

func drawTrial(t *rapid.T) record.Trial {
	ms := func(name string, low, high int) time.Duration {
		return time.Duration(rapid.IntRange(low, high).Draw(t, name)) * time.Millisecond
	}
	trial := record.Trial{
		Rest: ms("rest", 0, 200), Warmup: ms("warm-up", 0, 100), Slow: ms("slow", 0, 50),
		Window: ms("window", 0, 50), Seed: rapid.Uint64().Draw(t, "seed"),
	}
	trial.Ramp = rapid.SampledFrom([]time.Duration{0, trial.Warmup / 2, trial.Warmup}).Draw(t, "ramp")
	trial.Duration = trial.Warmup + ms("measured", 1, 400)
	trial.Stop = record.Stop{InFlight: rapid.SampledFrom([]int{0, 0, 30}).Draw(t, "most"), Bad: rapid.SampledFrom([]int{0, 0, 5}).Draw(t, "bad")}
	if rapid.Bool().Draw(t, "closed") {
		trial.Load = record.ClosedLoad(rapid.SampledFrom([]int{1, 7, 60}).Draw(t, "concurrency"))
	} else {
		rate := rapid.SampledFrom([]float64{0.5, 40, 2000}).Draw(t, "rate")
		trial.Load = record.OpenLoad(rate, rapid.SampledFrom([]record.Arrivals{record.Poisson, record.Constant}).Draw(t, "arrivals"))
	}
	return trial
}

// Whatever is composed: counts reconcile, nothing is negative, no number is one
// that JSON has no word for, time goes on, and the same again is the same.
func TestAnyComposition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		spec, trials := drawSpec(t), rapid.SliceOfN(rapid.Custom(drawTrial), 1, 3).Draw(t, "trials")
		steps := all(t, spec, trials)
		checkRun(t, steps)
		for i := range steps {
			checkStep(t, &steps[i])
		}
		if again := all(t, spec, trials); !cmp.Equal(steps, again) {
			t.Fatalf("the same again differs:\n%s", cmp.Diff(steps, again))
		}
	})
}

func all(t *rapid.T, spec string, trials []record.Trial) []record.Step {
	parsed, err := simulate.Parse(spec)
	if err != nil {
		t.Skip(err) // a pause as long as its period
	}
	at := parsed.New(simulate.Options{Timeout: 300 * time.Millisecond, MaxInFlight: 200, Seed: 7})
	var steps []record.Step
	for _, trial := range trials {
		before := at.Now()
		step, err := at.Run(context.Background(), trial)
		if err != nil {
			t.Fatal(err)
		}
		if step.Start.Std() != before+trial.Rest || at.Now() < step.Start.Std()+step.Duration.Std() {
			t.Fatalf("from %v to %v: the load of %v starts at %v", before, at.Now(), step.Duration, step.Start)
		}
		steps = append(steps, step)
	}
	return steps
}

func checkRun(t *rapid.T, steps []record.Step) {
	run := &record.Run{Schema: record.Schema, Steps: steps}
	if err := run.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := record.Write(&bytes.Buffer{}, run); err != nil {
		t.Fatal(err)
	}
}

func checkStep(t *rapid.T, s *record.Step) {
	total := int64(0)
	for _, n := range s.StatusCodes {
		total += n
	}
	if total != s.Sent-s.Counts.Timeout {
		t.Fatalf("%d answers with a status, %d sent, %d of them timed out", total, s.Sent, s.Counts.Timeout)
	}
	if s.Windows == nil {
		return
	}
	for i := range s.Windows.Sent {
		if s.Windows.InFlight[i] < 0 || s.Windows.Bad[i] > s.Windows.Sent[i] {
			t.Fatalf("window %d: %v in flight, %d bad of %d", i, s.Windows.InFlight[i], s.Windows.Bad[i], s.Windows.Sent[i])
		}
	}
	if *s.InFlight.Mean > float64(*s.InFlight.Max) || s.Load.Model == record.Closed && *s.InFlight.Max > int64(s.Load.Concurrency) {
		t.Fatalf("%v in flight on average, %d at most, load %v", *s.InFlight.Mean, *s.InFlight.Max, s.Load)
	}
}

// Little's law, L = λW, holds whatever the service does. Counted from an empty
// start, L·T is the sum of all times, less what those in flight at the end
// still have before them: at most their number times the longest time.
func TestLittlesLaw(t *testing.T) {
	t.Parallel()
	for _, effect := range []string{
		"dist=exp", "cv=2", "rtt=5ms", "queue=3", "queue=3&reject_cost=1ms", "sigma=0.03&kappa=0.0005", "collapse=0.02",
		"pause=50ms&period=500ms", "warm=3&warm_for=500ms", "drift=-0.5", "noise=0.3", "limit=300&per=1s", "scale_at=0.5&scale_after=1s",
		"generator=700",
	} {
		for _, trial := range []record.Trial{open(700, 0, 2*time.Second), closed(12, 0, 2*time.Second)} {
			step := run(t, target(t, "sim:queue?servers=8&service=10ms&"+effect, simulate.Options{Timeout: time.Hour}), trial)
			little(t, fmt.Sprintf("%s at %v", effect, trial.Load), step)
		}
	}
}

func little(t *testing.T, what string, s record.Step) {
	t.Helper()
	var sum, longest float64
	for _, q := range []*record.Quantiles{s.Service.OK, s.Service.Shed} {
		if q != nil {
			sum += float64(q.Count) * q.Mean.Seconds()
			longest = max(longest, q.Max.Seconds())
		}
	}
	seconds := s.Measured().Seconds()
	inFlight, atMost := *s.InFlight.Mean*seconds, float64(*s.InFlight.Max)
	const rounding = 1e-6
	if over := sum - inFlight; over < -rounding*sum || over > longest*atMost+rounding*sum {
		t.Errorf("%s: L·T is %v and λW·T is %v, with at most %v in flight for at most %v s", what, inFlight, sum, atMost, longest)
	}
}

// At the least of rates nothing is sent, and the trial ends.
func TestTheLeastOfRates(t *testing.T) {
	for _, rate := range []float64{1e-300, 5e-324, 1e-9} {
		step := run(t, target(t, "sim:queue?servers=2&service=5ms", simulate.Options{Seed: 1}), open(rate, 0, 20*time.Millisecond))
		if step.Sent > 1 {
			t.Errorf("at %v/s %d requests were sent within 20 ms", rate, step.Sent)
		}
	}
}
