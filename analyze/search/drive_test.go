package search_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"loadline/analyze"
	"loadline/analyze/search"
	"loadline/analyze/slo"
	"loadline/attack/record"
	"loadline/targets/simulate"
)

// sweep is a search that was run against a simulated service to its end.
type sweep struct {
	run    *record.Run
	trials []record.Trial
	analyze.Conclusion
}

// limit is the recommended one, 0 where there is none.
func (s *sweep) limit() int {
	if s.Recommendation == nil {
		return 0
	}
	return s.Recommendation.InFlightLimit
}

// finds runs a search with the configuration against the service.
func finds(t *testing.T, spec string, config search.Config) *sweep {
	t.Helper()
	out, err := against(spec, config)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// against is the search to its end, or the error of the trial that could not be run.
func against(spec string, config search.Config) (*sweep, error) {
	service, err := simulate.New(spec, simulate.Options{Seed: 7 + config.Seed, Timeout: config.Timeout})
	if err != nil {
		return nil, err
	}
	out := &sweep{run: blank(config)}
	s := search.New(config)
	for trial, ok := s.Next(); ok; trial, ok = s.Next() {
		step, err := service.Run(context.Background(), trial)
		if err != nil {
			return nil, fmt.Errorf("trial %d, %s of %v: %w", len(out.trials)+1, trial.Phase, trial.Load, err)
		}
		out.trials = append(out.trials, trial)
		out.run.Steps = append(out.run.Steps, step)
		s.Observe(step)
	}
	out.Conclusion = analyze.Conclude(out.run)
	return out, nil
}

// blank is the run of a configuration before its first step.
func blank(c search.Config) *record.Run {
	run := &record.Run{Schema: record.Schema, Complete: true}
	run.Settings.Fraction = 0.9
	run.Settings.Arrivals = c.Arrivals
	if len(c.SLO) > 0 {
		text := c.SLO.String()
		run.Settings.SLO = &text
	}
	if c.MaxRate > 0 {
		run.Settings.MaxRate = &c.MaxRate
	}
	if c.Ceiling > 0 {
		run.Generator.Ceiling = &c.Ceiling
	}
	return run
}

// objective parses an SLO that is known to be well written.
func objective(t testing.TB, text string) slo.SLO {
	t.Helper()
	out, err := slo.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// load is the time that the steps loaded the service.
func load(run *record.Run) (sum time.Duration) {
	for i := range run.Steps {
		sum += run.Steps[i].Duration.Std()
	}
	return sum
}
