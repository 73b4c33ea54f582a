package search

import (
	"time"

	"loadline/analyze"
	"loadline/attack/record"
)

// confirm offers the rate that will be reported once more, for longer, and
// steps down where it does not hold.
type confirm struct {
	trials int
	rate   float64
	held   bool
}

const (
	confirmTrials = 3
	stepDown      = 0.98
)

func (c *confirm) name() record.Phase { return record.Confirm }

func (c *confirm) next(s *Search) (record.Trial, bool) {
	if c.held || c.trials >= confirmTrials || s.best() <= 0 || s.lost {
		return record.Trial{}, false
	}
	c.rate = s.within(c.candidate(s))
	room := s.room(c.name())
	measured := max(clamp(2*s.wanted(c.rate), 2*time.Second, 20*time.Second), 10*s.lone())
	warmup := clamp(max(500*time.Millisecond, 2*relaxation(c.rate, s.best())), 0, room/4)
	warmup, measured, ok := shrunk(room, warmup, measured)
	return s.offered(c.rate, warmup, measured), ok && c.rate > 0
}

// candidate is the rate that would be reported now.
func (c *confirm) candidate(s *Search) float64 {
	rate := analyze.Conclude(s.run()).Rate()
	if c.trials > 0 {
		return min(rate, stepDown*c.rate)
	}
	return rate
}

func (c *confirm) observe(s *Search, step *record.Step) {
	c.trials++
	s.calmed(c, step)
	if len(s.config.SLO) > 0 {
		c.held = s.config.SLO.Kept(step)
		return
	}
	c.held = step.Counts.Share(step.Counts.OK) >= 0.99
}

// run is the search as a record, for conclusions on the way.
func (s *Search) run() *record.Run {
	run := &record.Run{Schema: record.Schema, Complete: true, Settings: s.config.settings(), Steps: s.steps}
	if s.config.Ceiling > 0 {
		run.Generator.Ceiling = &s.config.Ceiling
	}
	return run
}
