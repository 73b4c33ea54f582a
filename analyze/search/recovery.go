package search

import (
	"time"

	"loadline/attack/record"
)

// recovery sends one request at a time until the service is as quick as it
// was: after the overload, and wherever a rate turned out to be too much, since
// what is left of that would spoil the next trial. A service that does not
// come back is asked no more.
type recovery struct {
	within record.Phase // whose load it was, and whose room it may use; "": the overload's
	pings  int
	done   bool
}

const (
	recoveryPings = 7
	asQuick       = 1.5 // times the lone service time is as quick as it was
)

func (r *recovery) name() record.Phase { return record.Recovery }

func (r *recovery) next(s *Search) (record.Trial, bool) {
	if r.done || r.within == "" && !s.overloaded() {
		return record.Trial{}, false
	}
	if r.pings >= recoveryPings {
		s.lost = true
		return record.Trial{}, false
	}
	lone := s.lone()
	length := clamp(10*lone, 200*time.Millisecond, time.Second)
	_, length, ok := shrunk(s.room(r.room()), 0, max(length, 2*lone))
	trial := record.Trial{Load: record.ClosedLoad(1), Duration: length, Stop: record.Stop{Bad: preflightBad}}
	if r.pings > 0 {
		trial.Rest = 250 * time.Millisecond << r.pings
	}
	s.lost = s.lost || !ok && r.pings > 0 // it never came back, as far as there was time to see
	return trial, ok
}

func (r *recovery) room() record.Phase {
	if r.within != "" {
		return r.within
	}
	return r.name()
}

// calmed lets the service recover where the step was too much for it.
func (s *Search) calmed(p phase, step *record.Step) {
	if step.Stopped != "" || step.Counts.Timeout > 0 {
		s.again(&recovery{within: p.name()})
	}
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
