package search

import (
	"time"

	"loadline/attack/record"
)

// preflight sends one request at a time for half a second, to see whether anything
// succeeds at all. If nothing does the search is over.
type preflight struct {
	tries int
	done  bool
}

const (
	preflightTries = 2
	preflightBad   = 20 // failures that are enough to know
)

func (p *preflight) name() record.Phase { return record.Preflight }

func (p *preflight) next(s *Search) (record.Trial, bool) {
	if p.done {
		return record.Trial{}, false
	}
	p.tries++
	trial := record.Trial{
		Load:     record.ClosedLoad(1),
		Duration: clamp(s.room(p.name()), shortest, time.Second/2),
		Stop:     record.Stop{Bad: preflightBad},
	}
	if p.tries > 1 {
		trial.Rest = time.Second
	}
	return trial, true
}

// observe tries once more where the failure was quick; a second timeout would
// teach nothing.
func (p *preflight) observe(s *Search, step *record.Step) {
	if step.Counts.OK > 0 {
		p.done = true
		return
	}
	if p.tries >= preflightTries || step.Counts.Timeout > 0 {
		s.end()
	}
}
