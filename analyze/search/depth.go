package search

import (
	"time"

	"loadline/analyze"
	"loadline/analyze/knee"
	"loadline/attack/record"
)

// depth holds far more in flight, to see whether throughput falls; and where it
// does ever more, until it is below the rates of interest: where it crosses them, a
// crowd that came by chance tips the service over.
type depth struct{ trials int }

const (
	depthTrials = 6
	deeper      = 1.6 // times the farthest level so far
	deep        = 2.6 // knees, at which a fall would show
	depthRoom   = 0.05
)

func (d *depth) name() record.Phase { return record.Refine }

func (d *depth) next(s *Search) (record.Trial, bool) {
	c := s.curve()
	if c == nil || len(s.config.SLO) == 0 || d.trials >= depthTrials || c.Rising {
		return record.Trial{}, false
	}
	farthest := c.Levels[len(c.Levels)-1]
	level := s.level(deeper * farthest.Concurrency)
	if float64(level) <= farthest.Concurrency || d.reached(s, farthest) {
		return record.Trial{}, false
	}
	response := s.responseAt(level)
	measured := max(clamp(s.completions(300, c.At(float64(level))), 300*time.Millisecond, time.Second), response)
	room := s.room(d.name()) + scaled(s.config.Budget, depthRoom)
	warmup, measured, ok := shrunk(room, 2*response, measured)
	return record.Trial{Load: record.ClosedLoad(level), Warmup: warmup, Duration: warmup + measured}, ok
}

// reached says that the farthest level is far enough.
func (d *depth) reached(s *Search, farthest knee.Level) bool {
	c := s.curve()
	service := analyze.Service(s.steps, c, s.config.Arrivals)
	if len(service.Tips) == 0 {
		return service.Places > 0 || farthest.Concurrency > deep*c.Knee.Value
	}
	lowest := 1.0
	for _, t := range service.Tips {
		lowest = min(lowest, t.Rate/c.Max.Value)
	}
	return farthest.Rate < lowest*c.Max.Value
}

func (d *depth) observe(*Search, *record.Step) { d.trials++ }
