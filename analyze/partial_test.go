package analyze_test

import (
	"strings"
	"testing"

	"loadline/analyze"
	"loadline/attack/record"
)

// However early a run is interrupted there is a conclusion, it can be
// written, and nothing is recommended until the refinement is over.
func TestInterruptedRun(t *testing.T) {
	whole, refined := eight(t), 0
	for i := range whole.Steps {
		if whole.Steps[i].Phase == record.Refine {
			refined = i + 1
		}
	}
	if refined == 0 || refined == len(whole.Steps) {
		t.Fatalf("%d steps, the last refinement is number %d", len(whole.Steps), refined)
	}
	for n := range whole.Steps {
		part := *whole
		part.Steps, part.Complete = whole.Steps[:n], false
		got := analyze.Conclude(&part)
		if got.Capacity == nil {
			t.Fatalf("%d steps: no capacity", n)
		}
		if n <= refined && got.Recommendation != nil {
			t.Errorf("%d steps: recommends %+v, and the refinement ends with step %d", n, got.Recommendation, refined)
		}
		if !says(got, analyze.Interrupted) {
			t.Errorf("%d steps: findings %+v do not say that it was interrupted", n, got.Findings)
		}
		concluded(t, &part, got)
	}
	whole.Complete = false
	if got := analyze.Conclude(whole); got.Recommendation == nil {
		t.Errorf("all steps and no recommendation: %+v", got)
	}
}

// Nobody knows whether a complete run that is that short is at an end; it
// must not break anything.
func TestShortRun(t *testing.T) {
	whole := eight(t)
	for n := range whole.Steps {
		part := *whole
		part.Steps = whole.Steps[:n]
		got := analyze.Conclude(&part)
		if says(got, analyze.Interrupted) {
			t.Errorf("%d steps: says that a whole run was interrupted", n)
		}
		concluded(t, &part, got)
	}
}

func TestEmptyRun(t *testing.T) {
	got := analyze.Conclude(&record.Run{})
	if got.Capacity == nil || got.Capacity.Outcome != record.None || got.Recommendation != nil || got.Rate() != 0 {
		t.Errorf("%+v from nothing", got)
	}
	if says(got, analyze.NothingSucceeded) {
		t.Errorf("findings %+v: nothing was sent, so nothing failed", got.Findings)
	}
}

// A single attack does not look for a capacity, whatever came of it.
func TestAttack(t *testing.T) {
	for name, counts := range map[string]record.Counts{
		"succeeds": {OK: 100}, "fails": {Error: 100}, "is shed": {Shed: 100}, "times out": {Timeout: 3}, "ends nowhere": {},
	} {
		for _, load := range []record.Load{record.OpenLoad(100, record.Poisson), record.ClosedLoad(4)} {
			run := attack(load, counts)
			got := analyze.Conclude(run)
			if got.Capacity != nil || got.Recommendation != nil || got.Rate() != 0 {
				t.Errorf("%v that %s: capacity %+v, recommendation %+v", load, name, got.Capacity, got.Recommendation)
			}
			if says(got, analyze.NothingSucceeded) != (counts.OK == 0) && counts.Shed == 0 {
				t.Errorf("%v that %s: findings %+v", load, name, got.Findings)
			}
			concluded(t, run, got)
		}
	}
}

func attack(load record.Load, counts record.Counts) *record.Run {
	return &record.Run{Schema: record.Schema, Complete: true, Steps: []record.Step{{
		Phase: record.Attack, Load: load, Duration: record.Span(1e9),
		Scheduled: counts.Total(), Sent: counts.Total(), Counts: counts,
	}}}
}

// Requests that were abandoned because the run was stopped are not failures of
// the service, whether any other ended before or not.
func TestAbandonedRequestsAreNoFailures(t *testing.T) {
	abandoned := record.ErrorClass{Class: record.Interrupted, Count: 4, Example: "abandoned: the run was stopped"}
	for _, test := range []struct {
		others record.Counts
		fails  bool
	}{{record.Counts{}, false}, {record.Counts{OK: 9}, false}, {record.Counts{Timeout: 2}, true}} {
		run := attack(record.OpenLoad(2, record.Poisson), record.Counts{OK: test.others.OK, Timeout: test.others.Timeout, Error: 4})
		run.Complete, run.Steps[0].Stopped = false, "interrupted"
		run.Steps[0].Errors = []record.ErrorClass{abandoned}
		if n := test.others.Timeout; n > 0 {
			run.Steps[0].Errors = append(run.Steps[0].Errors, record.ErrorClass{Class: "timeout", Count: n, Example: "no answer in time"})
		}
		got := analyze.Conclude(run)
		if says(got, analyze.NothingSucceeded) != test.fails || !says(got, analyze.Interrupted) {
			t.Errorf("%+v beside 4 abandoned: findings %+v", test.others, got.Findings)
		}
		for _, f := range got.Findings {
			if f.Kind == analyze.NothingSucceeded && (!strings.Contains(f.Text, "no answer came in time (timeout on all 2 requests)") || f.Evidence != "no answer in time") {
				t.Errorf("the cause is %q [%s]", f.Text, f.Evidence)
			}
		}
	}
}
