package demo

import (
	"math/rand/v2"
	"time"
)

// The numbers of node-toobusy.
const (
	lagInterval  = 500 * time.Millisecond
	lagThreshold = 70 * time.Millisecond
	lagSmoothing = 1.0 / 3 // weight of the newest lag
)

// lag is the lag check of node-toobusy: the loop asks to be woken every 500 ms,
// and by how much it is woken late, exponentially smoothed, is its lag. Above
// 70 ms requests are refused, and the more of them the greater it is: all
// above 140 ms. Only the loop's thread may use it.
type lag struct {
	random  *rand.Rand
	last    time.Time
	current time.Duration
}

func (l *lag) start(now time.Time) { l.last = now }

// tick is called when the timer fires.
func (l *lag) tick(now time.Time) {
	late := max(0, now.Sub(l.last)-lagInterval)
	l.current = time.Duration(lagSmoothing*float64(late) + (1-lagSmoothing)*float64(l.current))
	l.last = now
}

// busy says whether to refuse a request.
func (l *lag) busy() bool {
	return l.random.Float64() < l.share()
}

// share is the share of requests to refuse, below 0 where the lag is below the threshold.
func (l *lag) share() float64 {
	return float64(l.current-lagThreshold) / float64(lagThreshold)
}
