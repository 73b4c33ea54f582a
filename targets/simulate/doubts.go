package simulate

import (
	"fmt"

	"loadline/attack/record"
)

// doubts says of a step what its numbers do not, in the words of real ones.
func (t *Target) doubts(step *record.Step) {
	c := &t.client
	warn := func(format string, args ...any) {
		step.Warnings = append(step.Warnings, fmt.Sprintf(format, args...))
	}
	if most, bound := step.InFlight.Max, t.options.MaxInFlight; c.open() && most != nil && *most >= int64(bound) {
		warn("as many requests were in flight as may be (%d): later arrivals were dropped", bound)
	}
	if step.Dropped > 0 {
		warn("%d of %d scheduled requests were never sent", step.Dropped, step.Scheduled)
	}
	if c.atCeiling() {
		cause := "ceiling"
		step.Generator.Limited = &cause
		warn("generator limited: it sent %.4g/s, which is as fast as it can", 1e9/c.ceiling.gap)
	}
}

// reached is the share of its ceiling from which a generator is the limit.
const reached = 0.95

// atCeiling says whether the generator sent about as fast as it can all the time.
func (c *client) atCeiling() bool {
	return c.ceiling.gap > 0 && float64(c.sent)*c.ceiling.gap >= reached*float64(c.end-c.start)
}
