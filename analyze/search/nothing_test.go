package search_test

import (
	"strings"
	"testing"
	"time"

	"loadline/analyze"
	"loadline/analyze/search"
	"loadline/attack/record"
)

// failing is the step of a trial in which all n requests ended alike.
func failing(trial record.Trial, class string, code string, n int64) record.Step {
	step := record.Step{
		Phase: trial.Phase, Load: trial.Load, Duration: record.Span(trial.Duration), Warmup: record.Span(trial.Warmup),
		Scheduled: n, Sent: n, Counts: record.Counts{Error: n},
		Errors: []record.ErrorClass{{Class: class, Count: n, Example: "an example"}},
	}
	if code != "" {
		step.StatusCodes = map[string]int64{code: n}
	}
	if class == "timeout" {
		step.Counts = record.Counts{Timeout: n}
	}
	return step
}

// Where nothing succeeds a search soon knows, and says why.
func TestNothingSucceeds(t *testing.T) {
	for _, test := range []struct{ class, code, want string }{
		{"connection_refused", "", "the connection was refused: nothing listens there"},
		{"connection_reset", "", "connection was reset"},
		{"http_4xx", "404", "HTTP 404"},
		{"timeout", "", "no answer came in time"},
		{"dns", "", "name could not be resolved"},
		{"tls", "", "TLS could not be agreed on"},
	} {
		t.Run(test.class, func(t *testing.T) {
			run := blank(search.Config{})
			s := search.New(search.Config{})
			for trial, ok := s.Next(); ok && len(run.Steps) < 100; trial, ok = s.Next() {
				run.Steps = append(run.Steps, failing(trial, test.class, test.code, 21))
				s.Observe(run.Steps[len(run.Steps)-1])
			}
			if all := load(run); all > 3*time.Second || len(run.Steps) == 0 {
				t.Errorf("%d trials and %v of load to see that nothing succeeds", len(run.Steps), all)
			}
			isNothing(t, analyze.Conclude(run), test.want)
		})
	}
}

// The same end to end: a service that answers 500 to all, and one that never
// answers in time.
func TestNothingSucceedsInASimulatedService(t *testing.T) {
	for spec, want := range map[string]string{
		"sim:queue?servers=8&service=40ms&errors=1": "HTTP 500",
		"sim:queue?servers=8&service=20s":           "no answer came in time",
	} {
		s := finds(t, spec, search.Config{Timeout: 5 * time.Second})
		if all := load(s.run); all > 3*time.Second {
			t.Errorf("%s: %v of load to see that nothing succeeds", spec, all)
		}
		isNothing(t, s.Conclusion, want)
	}
}

// What is not the service's own limit is seen early: no more load would find it.
func TestForeignLimitEndsTheSearch(t *testing.T) {
	for _, spec := range []string{
		"sim:queue?servers=64&service=5ms&limit=300&per=60s",
		"sim:queue?servers=64&service=5ms&limit=300&per=60s&limiter=bucket",
		"sim:queue?servers=64&service=40ms&generator=500",
	} {
		s := finds(t, spec, search.Config{})
		if all, last := load(s.run), s.trials[len(s.trials)-1].Phase; all > 40*time.Second || last == record.Check || s.limit() != 0 {
			t.Errorf("%s: %v of load up to the %s, limit %d", spec, all, last, s.limit())
		}
	}
}

func isNothing(t *testing.T, c analyze.Conclusion, want string) {
	t.Helper()
	if c.Capacity == nil || c.Capacity.Outcome != record.None || c.Capacity.MaxThroughput != nil || c.Recommendation != nil {
		t.Errorf("capacity %+v, recommendation %+v; want none", c.Capacity, c.Recommendation)
	}
	for _, f := range c.Findings {
		if f.Kind == analyze.NothingSucceeded && f.Severity == record.Fail && strings.Contains(f.Text, want) {
			return
		}
	}
	t.Errorf("findings %+v, want a failure that says %q", c.Findings, want)
}
