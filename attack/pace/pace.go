// Package pace keeps the time of a load: it says what time it is since the
// load began, and waits for the intended start of a request more precisely
// than Go's timers, which are about a millisecond coarse because the runtime's
// poller counts in milliseconds.
//
// The precise ways let the kernel's high-resolution timers wake the dispatcher
// and spin for the last few microseconds. What that costs is bounded: spinning
// takes at most a fiftieth of a core, and where arrivals are dense, those of a
// tenth of a millisecond are sent together.
//
// Tests in virtual time pass Plain, which knows only the runtime's timer.
package pace

import "time"

const (
	longestSpin = 40 * time.Microsecond
	spinShare   = 0.02                   // of a core, at most
	dense       = 600 * time.Microsecond // mean gap below which arrivals are sent in groups
	grain       = 100 * time.Microsecond // the length of a group
	patience    = 2 * time.Millisecond   // a longer wait can be interrupted
)

// Clock is the time since the start of a load. Now may be called by any
// goroutine, Until by the one that dispatches, and Stop by that one or once it
// has ended.
type Clock struct {
	start   time.Time
	sleeper Sleeper
	spin    time.Duration
	group   time.Duration
	woke    time.Duration
}

// Start starts the clock of a load with so many arrivals a second. A nil
// sleeper is a precise one.
func Start(rate float64, sleeper Sleeper) *Clock {
	c := &Clock{sleeper: sleeper}
	if sleeper == nil {
		c.precise(time.Duration(float64(time.Second) / max(rate, 1e-3)))
	}
	c.start = time.Now()
	return c
}

// precise chooses how to wait for arrivals that are gap apart on average.
func (c *Clock) precise(gap time.Duration) {
	c.spin = min(longestSpin, time.Duration(spinShare*float64(gap)))
	if gap < dense {
		c.sleeper, c.group = &timer{}, grain
		return
	}
	c.sleeper = &thread{}
}

// Began is when the clock was started.
func (c *Clock) Began() time.Time { return c.start }

// Now is the time since the start.
func (c *Clock) Now() time.Duration { return time.Since(c.start) }

// Until waits until t and says what time it is then. It returns early once
// quit is closed.
func (c *Clock) Until(t time.Duration, quit <-chan struct{}) time.Duration {
	now := c.Now()
	if now >= t {
		return now
	}
	t = max(t, c.woke+c.group)
	for wait := t - now - c.spin; now < t; wait = t - now - c.spin {
		if wait > patience {
			if !rest(wait-patience, quit) {
				return c.Now()
			}
		} else if wait > 0 {
			c.sleeper.Sleep(wait)
		}
		now = c.Now()
	}
	c.woke = now
	return now
}

// Stop gives up what the sleeper holds.
func (c *Clock) Stop() { c.sleeper.Done() }

// rest waits by the runtime's timer, or until quit.
func rest(d time.Duration, quit <-chan struct{}) bool {
	over := time.NewTimer(d)
	defer over.Stop()
	select {
	case <-over.C:
		return true
	case <-quit:
		return false
	}
}
