package simulate

import "math"

// The sources of events, in the order in which events of the same time
// happen: a service that has just finished can take what arrives just now,
// and an answer that comes at its deadline has come.
const (
	completion = iota // a station is done with a request
	poolExpiry        // a request gives up waiting for a connection
	rescale           // the autoscaler looks
	answer            // reaches the client
	arrival           // reaches the service
	resume            // a refused slot of the closed model sends again
	send              // the generator's turn
	expiry            // the client gives up
	sources
)

// never is the time of an event that is not planned.
const never = math.MaxInt64

// clock is the virtual time, in nanoseconds since the target was made, and
// the time of the next event of every source. There are few sources, so that
// a scan finds the earliest faster than a general event list would.
type clock struct {
	now  int64
	next [sources]int64
}

func newClock() clock {
	var c clock
	for i := range c.next {
		c.next[i] = never
	}
	return c
}

// earliest is the source whose event is next, and its time.
func (c *clock) earliest() (source int, at int64) {
	at = c.next[0]
	for i := 1; i < sources; i++ {
		if c.next[i] < at {
			source, at = i, c.next[i]
		}
	}
	return source, at
}
