package search

import (
	"time"

	"loadline/attack/record"
)

// base measures the service when it has one request at a time: the shortest
// response time that a client can see.
type base struct{ done bool }

func (b *base) name() record.Phase { return record.Base }

func (b *base) next(s *Search) (record.Trial, bool) {
	lone := s.lone()
	if b.done || lone <= 0 {
		return record.Trial{}, false
	}
	b.done = true
	warmup, measured, ok := shrunk(s.room(b.name()), lone, max(scaled(clamp(300*lone, time.Second/4, time.Second), s.thrift()), 3*lone))
	return record.Trial{Load: record.ClosedLoad(1), Warmup: warmup, Duration: warmup + measured}, ok
}

func (b *base) observe(*Search, *record.Step) {}

// lone is the mean service time with one request in flight, 0 where nothing succeeded.
func (s *Search) lone() time.Duration {
	var lone time.Duration
	for i := range s.steps {
		step := &s.steps[i]
		if step.Phase != record.Preflight && step.Phase != record.Base {
			continue
		}
		if q := step.Service.OK; q != nil && q.Mean != nil && q.Mean.Std() > 0 {
			lone = q.Mean.Std()
		}
	}
	return lone
}
