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

// never is the time of an event that is not planned: 36 years, what is left
// of an int64 of nanoseconds beside the bits of a source.
const never = math.MaxInt64 >> sourceBits

const sourceBits = 3

// clock is the virtual time, in nanoseconds since the target was made, and
// the time of the next event of every source. There are so few sources that a
// scan beats a general event list. A time carries its source in the low bits,
// which makes the scan free of branches and breaks ties.
type clock struct {
	now  int64
	next [sources]int64
}

func newClock() clock {
	var c clock
	for source := range c.next {
		c.plan(source, never)
	}
	return c
}

// plan sets when the next event of a source happens.
func (c *clock) plan(source int, at int64) { c.next[source] = at<<sourceBits | int64(source) }

// planned says whether a source has an event to come.
func (c *clock) planned(source int) bool { return c.next[source]>>sourceBits != never }

// earliest is the source whose event is next, and its time.
func (c *clock) earliest() (source int, at int64) {
	n := &c.next
	first := min(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7])
	return int(first & (1<<sourceBits - 1)), first >> sourceBits
}
