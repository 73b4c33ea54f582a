package search

import (
	"time"

	"loadline/analyze"
	"loadline/attack/record"
)

// check holds the recommended limit, to see what throughput it gives.
type check struct{ done bool }

func (c *check) name() record.Phase { return record.Check }

func (c *check) next(s *Search) (record.Trial, bool) {
	if c.done {
		return record.Trial{}, false
	}
	c.done = true
	advice := analyze.Conclude(s.run()).Recommendation
	if advice == nil {
		return record.Trial{}, false
	}
	limit := advice.InFlightLimit
	response := s.responseAt(limit)
	measured := max(clamp(s.completions(5000, s.best()), time.Second, 10*time.Second), 3*response)
	warmup, measured, ok := shrunk(s.room(c.name()), 3*response, measured)
	return record.Trial{Load: record.ClosedLoad(limit), Warmup: warmup, Duration: warmup + measured}, ok
}

func (c *check) observe(*Search, *record.Step) {}
