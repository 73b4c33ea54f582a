package search

import (
	"time"

	"loadline/analyze"
	"loadline/attack/record"
)

// places finds how many requests a service that refuses takes in, by halving
// between what was never refused and what was: from that follows how many it
// refuses at any rate.
type places struct{ trials int }

const (
	placesTrials = 8
	placesRoom   = 0.03
)

func (p *places) name() record.Phase { return record.Refine }

func (p *places) next(s *Search) (record.Trial, bool) {
	known := analyze.PlacesOf(s.steps)
	if len(s.config.SLO) == 0 || known.Some == 0 || known.Some <= known.Never+1 || p.trials >= placesTrials {
		return record.Trial{}, false
	}
	level := s.bounded((known.Never + known.Some) / 2)
	if level <= known.Never || level >= known.Some {
		return record.Trial{}, false
	}
	response := s.responseAt(level)
	measured := max(clamp(s.completions(300, s.best()), 200*time.Millisecond, time.Second), response)
	room := s.room(p.name()) + scaled(s.config.Budget, placesRoom)
	warmup, measured, ok := shrunk(room, 2*response, measured)
	return record.Trial{Load: record.ClosedLoad(level), Warmup: warmup, Duration: warmup + measured}, ok
}

func (p *places) observe(*Search, *record.Step) { p.trials++ }
