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

// answer is what a rule says of a service, and what that took.
type answer struct {
	max, slo   *record.Estimate // nil: no number
	limit      int              // 0: none recommended
	load       float64          // seconds of load in all
	maxAfter   float64          // seconds of load until the maximum was settled
	outcome    record.CapacityOutcome
	findings   []record.Finding
	steps      []record.Step
	conclusion analyze.Conclusion
}

// rule looks for the capacity of a service.
type rule struct {
	name string
	look func(s service, budget time.Duration) answer
}

var rules = []rule{
	{"loadline", ours},
	{"doubling, then bisect", doubling},
	{"ramp until failure", ramp},
	{"staircase argmax", staircase},
}

// client runs trials against a fresh service and keeps the account of load.
type client struct {
	target *simulate.Target
	answer
}

func (s service) client() *client {
	t, err := simulate.New(s.Spec, simulate.Options{Seed: s.Seed, Timeout: 10 * time.Second})
	if err != nil {
		panic(err)
	}
	return &client{target: t}
}

func (c *client) run(trial record.Trial) record.Step {
	step, err := c.target.Run(context.Background(), trial)
	if err != nil {
		panic(err)
	}
	c.load += step.Duration.Seconds()
	c.steps = append(c.steps, step)
	return step
}

func (s service) objective() slo.SLO {
	objective, err := slo.Parse(s.SLO)
	if err != nil {
		panic(err)
	}
	return objective
}

// ours is the search under judgement.
func ours(s service, budget time.Duration) answer {
	text, length := s.SLO, record.Span(budget)
	c := s.client()
	sought := search.New(search.Config{SLO: s.objective(), Budget: budget, Seed: s.Seed})
	for {
		trial, ok := sought.Next()
		if !ok {
			break
		}
		if c.maxAfter == 0 && settled(trial.Phase) {
			c.maxAfter = c.load
		}
		sought.Observe(c.run(trial))
	}
	if c.maxAfter == 0 {
		c.maxAfter = c.load
	}
	c.conclude(&record.Run{Complete: true, Steps: c.steps, Settings: record.Settings{SLO: &text, Fraction: 0.9, Budget: &length}})
	return c.answer
}

// settled says that the phase comes after the maximum is known.
func settled(p record.Phase) bool {
	return p == record.Objective || p == record.Confirm || p == record.Overload || p == record.Check
}

func (a *answer) conclude(run *record.Run) {
	a.conclusion = analyze.Conclude(run)
	a.findings = a.conclusion.Findings
	if c := a.conclusion.Capacity; c != nil {
		a.outcome, a.max, a.slo = c.Outcome, c.MaxThroughput, c.SLOCapacity
	}
	if r := a.conclusion.Recommendation; r != nil {
		a.limit = r.InFlightLimit
	}
}
