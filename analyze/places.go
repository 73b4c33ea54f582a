package analyze

import (
	"math"
	"time"

	"loadline/attack/record"
)

// Places is what the closed steps say of how many requests a service takes in
// before it refuses: with fewer in flight it never does.
type Places struct {
	Never int // the most in flight that were never refused
	Some  int // the fewest of which some were; 0 where none ever was
}

// PlacesOf brackets the places.
func PlacesOf(steps []record.Step) (p Places) {
	const few = 20 // requests that say nothing
	for i := range steps {
		if n := shedAt(&steps[i]); n > 0 && (p.Some == 0 || n < p.Some) {
			p.Some = n
		}
	}
	for i := range steps {
		s := &steps[i]
		if n := s.Load.Concurrency; s.Load.Model == record.Closed && s.Counts.Shed == 0 && s.Counts.OK >= few && (p.Some == 0 || n < p.Some) {
			p.Never = max(p.Never, n)
		}
	}
	return p
}

// shedAt is the concurrency of a closed step of which some were refused, else 0.
func shedAt(s *record.Step) int {
	const chance = 0.002 // of the requests
	if s.Load.Model != record.Closed || s.Counts.Shed < 2 || s.Counts.Share(s.Counts.Shed) < chance {
		return 0
	}
	return s.Load.Concurrency
}

// places is how many requests the service holds: what the bracket says, if it is
// narrow and the network holds none of them; else the most that were being
// served while it refused, by Little's law. 0 where it never refused.
func places(steps []record.Step, most float64, roundTrip time.Duration) int {
	const inside = 0.3 // requests in the network
	p := PlacesOf(steps)
	switch {
	case p.Some == 0:
		return 0
	case p.Some == p.Never+1 && most*roundTrip.Seconds() < inside:
		return max(p.Never, 1)
	}
	served := 0.0
	for i := range steps {
		served = max(served, accepted(&steps[i], roundTrip))
	}
	return int(max(math.Round(served), 1))
}

// accepted is how many requests of a refusing closed step were being served on
// average, apart from what the network took.
func accepted(s *record.Step, roundTrip time.Duration) float64 {
	const refuses = 0.03 // of the requests
	q := s.Service.OK
	if s.Load.Model != record.Closed || s.Goodput == nil || q == nil || q.Mean == nil || s.Counts.Share(s.Counts.Shed) < refuses {
		return 0
	}
	return s.Goodput.Value * (q.Mean.Std() - roundTrip).Seconds()
}
