package engine

import (
	"time"

	"loadline/attack/record"
	"loadline/attack/schedule"
)

// Hiccup is lateness that is made up for at once: so little that the burst
// cannot be seen in a second's arrivals.
const Hiccup = 20 * time.Millisecond

// catchUp is by how much a backlog is sent faster than its schedule. Sent at
// full speed it would knock over a service that has just come back.
const catchUp = 1.05

// Arrivals walks the schedule of an open trial and says when each arrival may
// be sent. One goroutine owns it and keeps the time since the start of the load:
//
//	for intended, due, more := a.Next(now); more; intended, due, more = a.Next(now) {
//		wait until due
//		if a.Missed(intended, now) { shard.Drop(intended); continue }
//		send
//	}
//
// An arrival is late when the generator stood still or had as many requests
// in flight as it may. Late arrivals keep the gaps of the schedule, shortened
// by a twentieth, from when the stall was over: no second holds visibly more
// than the schedule has.
type Arrivals struct {
	cursor        *schedule.Cursor
	end           time.Duration
	late          Late
	intended, due time.Duration
}

// NewArrivals stands before the first arrival of the trial.
func NewArrivals(trial record.Trial, late Late) (*Arrivals, error) {
	s, err := schedule.Of(trial)
	if err != nil {
		return nil, err
	}
	return Walk(s, trial.Duration, late), nil
}

// Walk stands before the first arrival of a schedule that ends at end.
func Walk(s *schedule.Schedule, end time.Duration, late Late) *Arrivals {
	return &Arrivals{cursor: s.Cursor(), end: end, late: late}
}

// Next is the arrival after this one: when it is meant to start and, seen from
// now, when it may. There is none (more is false) at or after the load's end.
func (a *Arrivals) Next(now time.Duration) (intended, due time.Duration, more bool) {
	intended = a.cursor.Next()
	if intended >= a.end {
		return 0, 0, false
	}
	gap := intended - a.intended
	a.intended = intended
	a.due = max(intended, a.due+time.Duration(float64(gap)/catchUp), now-Hiccup)
	return intended, a.due, true
}

// Missed says whether an arrival is dropped because now is too late for it.
func (a *Arrivals) Missed(intended, now time.Duration) bool {
	return a.late == DropLate && now-intended > Hiccup
}

// Rest drops what the schedule still has before end, when the load is over.
func (a *Arrivals) Rest(end time.Duration, drop func(intended time.Duration)) {
	for {
		intended, _, more := a.Next(0)
		if !more || intended >= end {
			return
		}
		drop(intended)
	}
}
