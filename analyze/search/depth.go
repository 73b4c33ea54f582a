package search

import (
	"time"

	"loadline/analyze"
	"loadline/attack/record"
)

// depth holds ever more in flight where throughput falls, until it is below the
// rates of interest: where it crosses them, a crowd that came by chance tips the service over.
type depth struct{ trials int }

const (
	depthTrials = 6
	deeper      = 1.6 // times the farthest level so far
	depthRoom   = 0.05
)

func (d *depth) name() record.Phase { return record.Refine }

func (d *depth) next(s *Search) (record.Trial, bool) {
	c := s.curve()
	if c == nil || len(s.config.SLO) == 0 || d.trials >= depthTrials {
		return record.Trial{}, false
	}
	tips := analyze.Service(s.steps, c, s.config.Arrivals).Tips
	farthest := c.Levels[len(c.Levels)-1]
	level := s.level(deeper * farthest.Concurrency)
	lowest := 1.0
	for _, t := range tips {
		lowest = min(lowest, t.Rate/c.Max.Value)
	}
	if len(tips) == 0 || farthest.Rate < lowest*c.Max.Value || float64(level) <= farthest.Concurrency {
		return record.Trial{}, false
	}
	response := s.responseAt(level)
	measured := max(clamp(s.completions(300, c.At(float64(level))), 300*time.Millisecond, time.Second), response)
	room := s.room(d.name()) + scaled(s.config.Budget, depthRoom)
	warmup, measured, ok := shrunk(room, 2*response, measured)
	return record.Trial{Load: record.ClosedLoad(level), Warmup: warmup, Duration: warmup + measured}, ok
}

func (d *depth) observe(*Search, *record.Step) { d.trials++ }
