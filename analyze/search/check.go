package search

import (
	"time"

	"loadline/analyze"
	"loadline/attack/record"
)

// check holds the recommended limit to see what throughput it gives, and once
// more the level that was held longest, to see whether the service is still the same.
type check struct{ levels []int }

func (c *check) name() record.Phase { return record.Check }

func (c *check) next(s *Search) (record.Trial, bool) {
	if c.levels == nil {
		c.levels = s.toCheck()
	}
	for len(c.levels) > 0 {
		level, room := c.levels[0], s.room(c.name())/time.Duration(len(c.levels))
		c.levels = c.levels[1:]
		response := s.responseAt(level)
		measured := max(clamp(s.completions(20_000, s.best()), 2*time.Second, 10*time.Second), 3*response)
		if warmup, measured, ok := shrunk(room, 3*response, measured); ok {
			return record.Trial{Load: record.ClosedLoad(level), Warmup: warmup, Duration: warmup + measured}, true
		}
	}
	return record.Trial{}, false
}

func (c *check) observe(*Search, *record.Step) {}

// toCheck is the limit, and the level that was held longest.
func (s *Search) toCheck() []int {
	levels := []int{}
	if advice := analyze.Conclude(s.run()).Recommendation; advice != nil {
		levels = append(levels, advice.InFlightLimit)
	}
	c := s.curve()
	if c == nil || len(c.Levels) == 0 {
		return levels
	}
	held := c.Levels[0]
	for _, l := range c.Levels {
		if l.Seconds > held.Seconds {
			held = l
		}
	}
	if level := int(held.Concurrency); len(levels) == 0 || level != levels[0] {
		levels = append(levels, level)
	}
	return levels
}
