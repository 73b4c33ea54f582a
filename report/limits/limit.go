package limits

import (
	"fmt"
	"time"

	"loadline/attack/record"
)

// Most is the largest limit that is written; every format holds it in its
// integers, and a larger one limits nothing.
const Most = 1_000_000

// Limit is what is to be written: how many requests may be in flight at the
// service at once, why so many, and where the limit is put.
type Limit struct {
	InFlight    int
	Measurement *Measurement           // nil: the limit was given by hand
	Rate        *float64               // recommended load, per second; nil where unknown
	Resources   *record.ResourceAdvice // what to give the service, headroom included; nil where unknown
	Threads     int64                  // the most that the service was seen with; 0 where unknown
	Options
}

// Measurement is what the limit was derived from.
type Measurement struct {
	InFlight *record.Estimate // in flight at the maximum throughput
	Fraction float64          // InFlight is that share of it, 0-1
	Started  time.Time
	Target   string // URL without credentials and query
	Path     string // of the URL
}

// ByHand is a limit that nobody measured. It fails where n is not in 1..Most
// or an option is not valid.
func ByHand(n int, options Options) (Limit, error) {
	limit := Limit{InFlight: n, Options: options.withDefaults()}
	return limit, limit.Validate()
}

// Validate says what is wrong with the limit or its options.
func (l Limit) Validate() error {
	if l.InFlight < 1 || l.InFlight > Most {
		return fmt.Errorf("limit %d: want 1 to %d", l.InFlight, Most)
	}
	if err := checkResources(l.Resources); err != nil {
		return err
	}
	return l.Options.Validate()
}
