package main

import (
	"context"
	"time"

	"loadline/analyze"
	"loadline/analyze/search"
	"loadline/analyze/slo"
	"loadline/attack/record"
	"loadline/targets/simulate"
)

// answer is what a rule says of a service, with the load seconds that it took.
type answer struct {
	max, slo   *record.Estimate
	maxAfter   float64 // load seconds until the maximum was settled
	load       float64
	limit      int // 0: none recommended
	conclusion analyze.Conclusion
	steps      []record.Step
}

// target is a fresh service.
func (s service) target(seed uint64) *simulate.Target {
	t, err := simulate.New(s.Spec, simulate.Options{Seed: seed, Timeout: 10 * time.Second})
	if err != nil {
		panic(err)
	}
	return t
}

// ours is the search under judgement.
func ours(s service, budget time.Duration) answer {
	objective, err := slo.Parse(s.SLO)
	if err != nil {
		panic(err)
	}
	text := s.SLO
	length := record.Span(budget)
	run := &record.Run{Complete: true, Settings: record.Settings{SLO: &text, Fraction: 0.9, Budget: &length}}
	sought := search.New(search.Config{SLO: objective, Budget: budget, Seed: s.Seed})
	target := s.target(s.Seed)
	var a answer
	for {
		trial, ok := sought.Next()
		if !ok {
			break
		}
		step, err := target.Run(context.Background(), trial)
		if err != nil {
			panic(err)
		}
		if a.maxAfter == 0 && late(trial.Phase) {
			a.maxAfter = a.load
		}
		a.load += step.Duration.Seconds()
		run.Steps = append(run.Steps, step)
		sought.Observe(step)
	}
	a.conclusion, a.steps = analyze.Conclude(run), run.Steps
	if c := a.conclusion.Capacity; c != nil {
		a.max, a.slo = c.MaxThroughput, c.SLOCapacity
	}
	if r := a.conclusion.Recommendation; r != nil {
		a.limit = r.InFlightLimit
	}
	if a.maxAfter == 0 {
		a.maxAfter = a.load
	}
	return a
}

func late(p record.Phase) bool {
	switch p {
	case record.Objective, record.Confirm, record.Overload, record.Check:
		return true
	}
	return false
}
