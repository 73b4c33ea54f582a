package search

import (
	"time"

	"loadline/attack/record"
)

// recovery sends one request at a time after the overload until the service
// is as quick as it was.
type recovery struct {
	pings int
	done  bool
}

const (
	recoveryPings = 7
	asQuick       = 1.5 // times the lone service time is as quick as it was
)

func (r *recovery) name() record.Phase { return record.Recovery }

func (r *recovery) next(s *Search) (record.Trial, bool) {
	if r.done || r.pings >= recoveryPings || !s.overloaded() {
		return record.Trial{}, false
	}
	lone := s.lone()
	length := clamp(10*lone, 200*time.Millisecond, time.Second)
	_, length, ok := shrunk(s.room(r.name()), 0, max(length, 2*lone))
	trial := record.Trial{Load: record.ClosedLoad(1), Duration: length, Stop: record.Stop{Bad: preflightBad}}
	if r.pings > 0 {
		trial.Rest = 250 * time.Millisecond << r.pings
	}
	return trial, ok
}

func (r *recovery) observe(s *Search, step *record.Step) {
	r.pings++
	q := step.Service.OK
	r.done = q != nil && q.P50 != nil && q.P50.Std() <= scaled(s.lone(), asQuick) &&
		step.Counts.Share(step.Counts.OK) > 0.9
}

// overloaded says whether there was anything to recover from.
func (s *Search) overloaded() bool {
	for i := range s.steps {
		if s.steps[i].Phase == record.Overload {
			return true
		}
	}
	return false
}
