package fast

import "time"

// To wake, to set the clock and to wake the service for each arrival would cost
// half as much again as to send it.
const (
	dense = 100 * time.Microsecond // mean gap below which arrivals are sent in groups
	apart = 125 * time.Microsecond // from one group to the next
)

// grouped is what a loop that sends in groups takes to receive in groups, too:
// it sleeps from one to the next, whatever comes back, which saves it a waking
// for nearly every response. The kernel says when each arrived.
type grouped struct {
	on      bool // arrivals are sent in groups, each for itself otherwise
	pulse   bool // connections stamp what arrives, and a timer beats
	beating bool // the last wait was for a beat
	stamped bool // the last response bore a stamp
}

func (l *loop) beginGroups() {
	l.grouped = grouped{on: true, pulse: l.poller.Pulse(apart) == nil}
}

func (l *loop) endGroups() {
	if l.grouped.pulse {
		_ = l.poller.Pulse(0) // it would only beat on
	}
	l.grouped = grouped{}
}

// inGroups says whether nothing is to be had from what may happen before the
// next beat: no request waits for a connection or for another's end, and when
// responses arrive will be known.
func (l *loop) inGroups() bool {
	if !l.grouped.pulse || !l.grouped.stamped || l.over || l.wants == never {
		return false
	}
	for i := range l.pools {
		if l.pools[i].opening > 0 {
			return false
		}
	}
	return true
}

// when is a time on the wall's clock as one since the load began, known false
// where the kernel gave none. Even if that clock was set, it is not before the
// loop had last read all that was there, nor later than now.
func (l *loop) when(arrived time.Time) (at time.Duration, known bool) {
	l.grouped.stamped = !arrived.IsZero()
	if !l.grouped.stamped {
		return 0, false
	}
	at = l.now - l.seen.Sub(arrived)
	if at > l.now {
		at = min(at, l.clock())
	}
	return max(at, l.read), true
}
