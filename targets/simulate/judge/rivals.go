package main

import (
	"time"

	"loadline/analyze/slo"
	"loadline/attack/record"
)

// The rules that others use, as their documentation has them, given the same
// generator and clock as ours. None states an interval.

// exact is a number without an interval.
func exact(value float64) *record.Estimate {
	return &record.Estimate{Value: value, Low: value, High: value}
}

// open offers a rate for so long, counting from the start.
func (c *client) open(s service, rate float64, length time.Duration) (step record.Step, kept bool) {
	objective := s.objective()
	slow, _ := objective.Watch()
	step = c.run(record.Trial{
		Load: record.OpenLoad(rate, record.Poisson), Duration: length, Slow: slow, Seed: uint64(len(c.steps)),
		Stop: record.Stop{InFlight: 50_000},
	})
	kept = step.Stopped == ""
	for _, clause := range objective {
		bad, total := objective.Count(clause, &step)
		kept = kept && bad <= clause.Allowed()*total
	}
	if step.Goodput != nil && (c.max == nil || step.Goodput.Value > c.max.Value) {
		c.max, c.maxAfter = exact(step.Goodput.Value), c.load
	}
	return step, kept
}

const (
	lowest  = 20.0             // requests per second to begin with
	trial   = 10 * time.Second // of the doubling
	longest = 600.0            // seconds of load at which a rival is stopped
)

// doubling offers twice the rate until the objective breaks, then bisects
// between the last rate that kept it and the first that did not, down to 2 %.
func doubling(s service, _ time.Duration) answer {
	c := s.client()
	low, high := 0.0, 0.0
	for rate := lowest; high == 0 && c.load < longest; rate *= 2 {
		if step, kept := c.open(s, rate, trial); kept {
			low = rate
			c.recommend(&step)
		} else {
			high = rate
		}
	}
	for low > 0 && high/low > 1.02 && c.load < longest {
		middle := (low + high) / 2
		if step, kept := c.open(s, middle, trial); kept {
			low = middle
			c.recommend(&step)
		} else {
			high = middle
		}
	}
	if low > 0 {
		c.slo = exact(low)
	}
	c.outcome = record.Found
	return c.answer
}

// recommend takes 90 % of what was in flight.
func (c *client) recommend(step *record.Step) {
	if step.InFlight.Mean != nil {
		c.limit = max(1, int(0.9**step.InFlight.Mean))
	}
}

// ramp raises the rate by a tenth every two seconds and reports the last one
// before the objective broke.
func ramp(s service, _ time.Duration) answer {
	c := s.client()
	for rate := lowest; c.load < longest; rate *= 1.1 {
		step, kept := c.open(s, rate, 2*time.Second)
		if !kept {
			break
		}
		c.slo = exact(rate)
		c.recommend(&step)
	}
	c.outcome = record.Found
	return c.answer
}

// staircase holds 1, 2, 4, … requests in flight for five seconds each, takes
// the level with the greatest throughput, and as the objective's rate the
// greatest throughput of a level that kept it.
func staircase(s service, _ time.Duration) answer {
	c := s.client()
	objective := s.objective()
	slow, _ := objective.Watch()
	worse := 0
	for n := 1; n <= 1<<14 && worse < 3 && c.load < longest; n *= 2 {
		step := c.run(record.Trial{Load: record.ClosedLoad(n), Duration: 5 * time.Second, Slow: slow, Seed: uint64(n)})
		if step.Goodput == nil {
			continue
		}
		worse++
		if rate := step.Goodput.Value; c.max == nil || rate > c.max.Value {
			if c.max == nil || rate > 1.02*c.max.Value {
				worse = 0
			}
			c.max, c.maxAfter, c.limit = exact(rate), c.load, max(1, int(0.9*float64(n)))
		}
		if objective.Met(&step) != slo.No && (c.slo == nil || step.Goodput.Value > c.slo.Value) {
			c.slo = exact(step.Goodput.Value)
		}
	}
	c.outcome = record.Found
	return c.answer
}
