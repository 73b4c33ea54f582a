package vegeta

import "time"

// openPacer lets vegeta send by the schedule. It waits itself, because vegeta
// would by time.Sleep.
type openPacer struct{ *trial }

// Pace waits for the next arrival that is to be sent and says to send it at once.
func (p openPacer) Pace(time.Duration, uint64) (wait time.Duration, stop bool) {
	for {
		now := p.clock.Now()
		intended, due, more := p.arrivals.Next(now)
		if !more {
			p.clock.Stop()
			close(p.spent)
			return 0, true
		}
		now = p.clock.Until(due, p.quit)
		if p.over() {
			p.clock.Stop()
			p.miss(intended)
			return 0, true
		}
		if p.arrivals.Missed(intended, now) {
			p.drops.Drop(intended)
			continue
		}
		p.starts <- intended
		return 0, false
	}
}

// miss drops an arrival that was waited for, if it was before the end.
func (p openPacer) miss(intended time.Duration) {
	if intended < time.Duration(p.ended.Load()) {
		p.drops.Drop(intended)
	}
}

// Rate is for vegeta's reports, which nobody asks for.
func (p openPacer) Rate(time.Duration) float64 { return p.plan.Load.RateRPS }

// closedPacer sends whenever a place is free.
type closedPacer struct{ *trial }

func (p closedPacer) Pace(time.Duration, uint64) (wait time.Duration, stop bool) { return 0, p.over() }

func (p closedPacer) Rate(time.Duration) float64 { return 0 }
