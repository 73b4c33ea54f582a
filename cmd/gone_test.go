package cmd

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"loadline/analyze/search"
	"loadline/attack/engine"
	"loadline/attack/record"
)

// mortal answers so many trials and then refuses every connection.
type mortal struct{ trials, dies int }

func (m *mortal) Run(_ context.Context, trial record.Trial) (record.Step, error) {
	m.trials++
	step := record.Step{
		Phase: trial.Phase, Load: trial.Load, Duration: record.Span(trial.Duration), Scheduled: 100, Sent: 100, Counts: record.Counts{OK: 100},
	}
	if m.trials > m.dies {
		step.Counts = record.Counts{Error: 100}
		step.Errors = []record.ErrorClass{{Class: engine.Refused, Count: 100, Example: "connection refused"}}
	}
	return step, nil
}

func (m *mortal) session(env *Env) *session {
	loads := make([]record.Load, 20)
	for i := range loads {
		loads[i] = record.ClosedLoad(i + 1)
	}
	s := &session{
		target: &target{
			runner: m, wall: func(time.Time) time.Duration { return 0 }, close: func() error { return nil },
			preflight: func(float64) []string { return nil },
		},
		run:  &record.Run{Schema: record.Schema},
		plan: func(float64) planner { return search.Staircase(loads, time.Second) },
	}
	s.progress = newProgress(env, nil)
	return s
}

func quietEnv(out, messages *bytes.Buffer) *Env {
	return &Env{In: &bytes.Buffer{}, Out: out, Err: messages, Getenv: os.Getenv, Signals: make(chan os.Signal), Exit: func(int) {}}
}

// A service that goes away ends the run soon, and that is the verdict.
func TestServiceGoesAway(t *testing.T) {
	var out, messages bytes.Buffer
	env, m := quietEnv(&out, &messages), &mortal{dies: 5}
	s := m.session(env)
	f := &loadFlags{output: outputFlags{dir: t.TempDir()}}
	err := f.execute(t.Context(), env, s)
	if known, ok := errors.AsType[*exitError](err); !ok || known.code != exitNoCapacity {
		t.Errorf("error %v, want exit code 4", err)
	}
	if m.trials != 5+patience || len(s.run.Steps) != m.trials {
		t.Errorf("%d trials and %d steps, want %d: five that were answered, and patience", m.trials, len(s.run.Steps), 5+patience)
	}
	if !strings.Contains(out.String(), "No capacity. The service went away") {
		t.Errorf("the verdict:\n%s", out.String())
	}
	kept, err := readResult(env, filepath.Join(f.output.dir, "result.json"))
	if err != nil || len(kept.Steps) != m.trials || kept.Capacity.Outcome != record.None {
		t.Errorf("kept %+v, %v", kept, err)
	}
}

// One that never answered, that comes back in time, or that fails under ever more load is not gone.
func TestLost(t *testing.T) {
	alive := record.Step{Sent: 1, Counts: record.Counts{OK: 1}}
	dead := record.Step{Sent: 1, Counts: record.Counts{Error: 1}, Errors: []record.ErrorClass{{Class: engine.Reset, Count: 1}}}
	open := func(rate float64, s record.Step) record.Step {
		s.Load = record.OpenLoad(rate, record.Poisson)
		return s
	}
	broken := record.Step{Sent: 1, Counts: record.Counts{Error: 1}, Errors: []record.ErrorClass{{Class: "http_5xx", Count: 1}}}
	for name, c := range map[string]struct {
		steps []record.Step
		want  int
	}{
		"gone":    {[]record.Step{alive, dead, dead, dead, dead}, 4},
		"never":   {[]record.Step{dead, dead, dead, dead, dead}, 0},
		"back":    {[]record.Step{alive, dead, dead, dead, dead, alive}, 0},
		"so far":  {[]record.Step{alive, dead, dead, dead}, 0},
		"broken":  {[]record.Step{alive, dead, dead, dead, broken}, 0},
		"nothing": {nil, 0},
		"wedged":  {append([]record.Step{alive}, slices.Repeat([]record.Step{broken}, 8)...), 8},
		"wedged?": {append([]record.Step{alive}, slices.Repeat([]record.Step{broken}, 7)...), 0},
		"climbs":  {append([]record.Step{open(100, alive)}, slices.Repeat([]record.Step{open(200, broken)}, 8)...), 0},
		"refuses": {append([]record.Step{alive}, slices.Repeat([]record.Step{{Sent: 1, Counts: record.Counts{Shed: 1}}}, 8)...), 0},
	} {
		if got, _ := lost(c.steps); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// A service that an overload ends has a capacity all the same.
func TestOverloadEndsTheService(t *testing.T) {
	dead := record.Step{Phase: record.Recovery, Sent: 1, Counts: record.Counts{Error: 1}, Errors: []record.ErrorClass{{Class: engine.Refused, Count: 1}}}
	run := &record.Run{
		Steps:    []record.Step{{Phase: record.Overload, Sent: 1, Counts: record.Counts{OK: 1}}, dead, dead, dead, dead},
		Capacity: &record.Capacity{Outcome: record.Found}, Recommendation: &record.Recommendation{InFlightLimit: 8},
	}
	concludeGone(run)
	if run.Capacity.Outcome != record.Found || run.Recommendation == nil || run.Findings[0].Severity != record.Warn {
		t.Errorf("capacity %+v, findings %+v", run.Capacity, run.Findings)
	}
}

// Connections hold descriptors, which the files want.
func TestConnectionsEndBeforeFilesAreWritten(t *testing.T) {
	var out, messages bytes.Buffer
	env, m := quietEnv(&out, &messages), &mortal{dies: 100}
	dir := t.TempDir()
	s := m.session(env)
	closed := 0
	s.target.close = func() error {
		closed++
		if _, err := os.Stat(filepath.Join(dir, "result.json")); err == nil {
			t.Error("the result was written first")
		}
		return nil
	}
	f := &loadFlags{output: outputFlags{dir: dir}}
	if _ = f.execute(t.Context(), env, s); closed != 1 {
		t.Errorf("closed %d times", closed)
	}
	if _, err := os.Stat(filepath.Join(dir, "result.json")); err != nil {
		t.Error(err)
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// A reader of stdout that has gone loses none of the files.
func TestFilesComeBeforeStdout(t *testing.T) {
	for _, more := range [][]string{nil, {"--json", "-"}} {
		dir := t.TempDir()
		env := quietEnv(nil, &bytes.Buffer{})
		env.Out = closedPipe{}
		env.Args = append([]string{"sweep", "--out", dir, "sim:queue?servers=8&service=40ms"}, more...)
		if code := Run(env); code != int(exitInternal) {
			t.Errorf("%v: exits %d, want 1", more, code)
		}
		for _, name := range []string{"result.json", "report.html", "curve.png", "limits/limit.json"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
	}
}

// A run without a step replaces nothing that has some.
func TestEmptyRunKeepsTheResult(t *testing.T) {
	var out, messages bytes.Buffer
	env := quietEnv(&out, &messages)
	dir := t.TempDir()
	f := &loadFlags{output: outputFlags{dir: dir, json: filepath.Join(dir, "too.json")}}
	_ = f.execute(t.Context(), env, (&mortal{dies: 100}).session(env)) // its verdict is not at issue
	before := map[string][]byte{}
	for _, name := range []string{"result.json", "report.html", "too.json"} {
		before[name], _ = os.ReadFile(filepath.Join(dir, name))
	}
	broken := (&mortal{}).session(env)
	broken.target.runner = failing{}
	if err := f.execute(t.Context(), env, broken); err == nil {
		t.Error("no error")
	}
	for name, text := range before {
		if after, err := os.ReadFile(filepath.Join(dir, name)); err != nil || len(text) == 0 || !bytes.Equal(after, text) {
			t.Errorf("%s has changed (%v)", name, err)
		}
	}
	if !strings.Contains(messages.String(), "result.json stays as it was") {
		t.Errorf("messages:\n%s", messages.String())
	}
}

// failing cannot run anything.
type failing struct{}

func (failing) Run(context.Context, record.Trial) (record.Step, error) {
	return record.Step{}, errors.New("cannot run")
}
