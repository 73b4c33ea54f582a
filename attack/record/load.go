package record

import (
	"fmt"
	"strconv"
	"time"
)

// Model says what decides when a request is sent.
type Model string

const (
	// Open sends by a schedule, whatever the service answers.
	Open Model = "open"
	// Closed keeps a fixed number of requests in flight.
	Closed Model = "closed"
)

// Arrivals is the shape of an open schedule.
type Arrivals string

const (
	// Poisson arrivals are independent of one another, as those of many users are.
	Poisson Arrivals = "poisson"
	// Constant arrivals are evenly spaced.
	Constant Arrivals = "constant"
)

// Load is what is asked of the service while a trial lasts.
type Load struct {
	Model       Model    `json:"model"`
	RateRPS     float64  `json:"rate_rps,omitempty"`    // open: arrivals per second
	Arrivals    Arrivals `json:"arrivals,omitempty"`    // open
	Concurrency int      `json:"concurrency,omitempty"` // closed: requests kept in flight
}

// OpenLoad offers rate arrivals per second.
func OpenLoad(rate float64, arrivals Arrivals) Load {
	return Load{Model: Open, RateRPS: rate, Arrivals: arrivals}
}

// ClosedLoad keeps n requests in flight.
func ClosedLoad(n int) Load { return Load{Model: Closed, Concurrency: n} }

// String is the load as tables and messages name it: "200/s" or "8 in flight".
func (l Load) String() string {
	if l.Model == Closed {
		return strconv.Itoa(l.Concurrency) + " in flight"
	}
	if l.RateRPS >= 1e4 { // four digits would be written as 2.613e+04
		return fmt.Sprintf("%.0f/s", l.RateRPS)
	}
	return fmt.Sprintf("%.4g/s", l.RateRPS)
}

// Phase is the part of a sweep that a trial belongs to.
type Phase string

// The phases of a sweep in the order in which they happen; Attack and
// Staircase are the phases of runs that do not search.
const (
	Preflight Phase = "preflight" // is anything answering?
	Base      Phase = "base"      // one request at a time
	Probe     Phase = "probe"     // double until throughput stops rising
	Warm      Phase = "warm"      // hold until the service is itself
	Refine    Phase = "refine"    // levels around the knee
	Objective Phase = "slo"       // open model, what users would feel
	Confirm   Phase = "confirm"   // the answer once more
	Overload  Phase = "overload"  // beyond the maximum
	Recovery  Phase = "recovery"  // until it is itself again
	Check     Phase = "check"     // at the recommended limit
	Attack    Phase = "attack"    // one constant load
	Staircase Phase = "staircase" // fixed levels
)

// Trial is one interval of constant load, as planned. The service is measured
// from Warmup to Duration; requests of the warm-up are sent and not counted.
type Trial struct {
	Phase    Phase
	Load     Load
	Rest     time.Duration // nothing is sent for so long first
	Warmup   time.Duration // at the start of the load: sent, not counted
	Ramp     time.Duration // open: the rate rises from 0 in this time, part of the warm-up; 0: at once
	Duration time.Duration // of the load, warm-up included
	Window   time.Duration // length of a counting window; 0: a twentieth of the measured time
	Slow     time.Duration // a response slower than this is bad; 0: only failures are
	Stop     Stop
	Seed     uint64 // of the schedule
}

// Stop ends a trial early; a zero field never does.
type Stop struct {
	InFlight int // once so many requests are in flight
	Bad      int // once more than so many measured requests were bad
}

// Measured is the time over which the trial counts.
func (t Trial) Measured() time.Duration { return t.Duration - t.Warmup }

// Begins is when the place-th request (from 0) that a closed load keeps in flight
// first sets out. Those that set out together come back together, and march
// in step through a service of steady pace: so they begin evenly over the first
// quarter of the warm-up, which leaves the rest of it for the service to settle.
func (t Trial) Begins(place int) time.Duration {
	gap := float64(t.Warmup) / 4 / float64(max(t.Load.Concurrency, 1))
	return time.Duration(gap * float64(place))
}

// WindowLength is Window, or a twentieth of the measured time where it is unset.
func (t Trial) WindowLength() time.Duration {
	if t.Window > 0 {
		return min(t.Window, t.Measured())
	}
	return max(t.Measured()/20, time.Millisecond)
}
