package search

import (
	"time"

	"loadline/attack/record"
)

// Progress is where a search stands.
type Progress struct {
	Phase record.Phase
	Spent time.Duration    // of load
	Left  time.Duration    // of load, at most
	Best  *record.Estimate // maximum throughput as known so far, per second
	Knee  *record.Estimate // concurrency, as known so far
}

// Progress may be asked between any two calls.
func (s *Search) Progress() Progress {
	p := Progress{Spent: s.spent}
	if len(s.phases) == 0 {
		return p
	}
	p.Phase = s.phases[0].name()
	p.Left = max(s.config.Budget-s.spent, 0)
	if c := s.curve(); c != nil {
		p.Best, p.Knee = &c.Max, &c.Knee
	}
	return p
}
