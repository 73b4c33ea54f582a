package fast

import (
	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/schedule"
)

// plan is one loop's part of a trial.
type plan struct {
	trial         record.Trial
	first, stride uint64           // it sends requests first, first+stride, … of the mix
	slots         int              // closed: to keep in flight
	arrivals      *engine.Arrivals // open
	room          int              // open: in flight at most
	connections   int              // to one origin at most; 0: any number
}

// nth is the number, in the whole trial, of this part's n-th thing.
func (p *plan) nth(n uint64) uint64 { return p.first + n*p.stride }

// most is how many connections to one origin are opened at most: no more than
// requests may be in flight, so that a service that is slow to take them does
// not get ever more.
func (p *plan) most() int {
	if p.connections > 0 {
		return p.connections
	}
	if p.trial.Load.Model == record.Open {
		return p.room
	}
	return p.slots
}

// plans divide a trial among as many loops as there are things to divide.
// The loops that get nothing give up their connections.
func (e *Engine) plans(trial record.Trial) ([]plan, error) {
	total := trial.Load.Concurrency
	if trial.Load.Model == record.Open {
		total = e.options.MaxInFlight
	}
	n := max(1, min(len(e.loops), total))
	if e.options.Connections > 0 {
		n = min(n, e.options.Connections)
	}
	for _, idle := range e.loops[n:] {
		idle.disconnect()
	}
	plans := make([]plan, n)
	for i := range plans {
		plans[i] = plan{
			trial: trial, first: uint64(i), stride: uint64(n),
			slots: share(trial.Load.Concurrency, i, n), room: share(e.options.MaxInFlight, i, n),
			connections: share(e.options.Connections, i, n),
		}
	}
	return plans, e.scheduled(trial, plans)
}

// scheduled gives each part of an open trial its part of the schedule.
func (e *Engine) scheduled(trial record.Trial, plans []plan) error {
	if trial.Load.Model != record.Open {
		return nil
	}
	whole, err := schedule.Of(trial)
	if err != nil {
		return err
	}
	parts := []*schedule.Schedule{whole}
	if len(plans) > 1 {
		parts = whole.Split(len(plans))
	}
	for i := range plans {
		plans[i].arrivals = engine.Walk(parts[i], trial.Duration, e.options.Late)
	}
	return nil
}

// share is the i-th of n parts of a total, as equal as they can be.
func share(total, i, n int) int { return total/n + min(max(total%n-i, 0), 1) }
