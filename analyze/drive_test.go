package analyze_test

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"loadline/analyze"
	"loadline/analyze/search"
	"loadline/analyze/slo"
	"loadline/attack/record"
	"loadline/targets/simulate"
)

// eightSlots is a service that carries 200/s, for which it takes 8 in flight.
const eightSlots = "sim:queue?servers=8&service=40ms"

// searched is the run of a whole search against a simulated service.
func searched(spec string, config search.Config) (*record.Run, error) {
	service, err := simulate.New(spec, simulate.Options{Seed: 11, Timeout: config.Timeout})
	if err != nil {
		return nil, err
	}
	run := settings(config)
	s := search.New(config)
	for trial, ok := s.Next(); ok; trial, ok = s.Next() {
		step, err := service.Run(context.Background(), trial)
		if err != nil {
			return nil, err
		}
		run.Steps = append(run.Steps, step)
		s.Observe(step)
	}
	return run, nil
}

// settings is the run of a configuration, before its first step.
func settings(c search.Config) *record.Run {
	run := &record.Run{Schema: record.Schema, Complete: true}
	run.Settings = record.Settings{Fraction: 0.9, Arrivals: record.Poisson, Seed: c.Seed}
	if len(c.SLO) > 0 {
		text := c.SLO.String()
		run.Settings.SLO = &text
	}
	if c.MaxRate > 0 {
		run.Settings.MaxRate = &c.MaxRate
	}
	if c.MaxInFlight > 0 {
		run.Settings.MaxInFlight = &c.MaxInFlight
	}
	if c.Ceiling > 0 {
		run.Generator.Ceiling = &c.Ceiling
	}
	return run
}

// eight is a whole search that several tests look at, with an objective. They
// get a copy each.
func eight(t *testing.T) *record.Run {
	t.Helper()
	run, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return copied(t, run)
}

var once = sync.OnceValues(func() (*record.Run, error) {
	objective, err := slo.Parse("p99<250ms,errors<1%")
	if err != nil {
		return nil, err
	}
	return searched(eightSlots, search.Config{Budget: time.Minute, SLO: objective})
})

// written is the run as its file.
func written(t testing.TB, run *record.Run) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := record.Write(&file, run); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// copied is the run on its way through a file.
func copied(t testing.TB, run *record.Run) *record.Run {
	t.Helper()
	out, err := record.Read(bytes.NewReader(written(t, run)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// says looks for a finding of a kind.
func says(c analyze.Conclusion, kind string) bool {
	for _, f := range c.Findings {
		if f.Kind == kind {
			return f.Text != "" && f.Severity != ""
		}
	}
	return false
}
