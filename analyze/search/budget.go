package search

import (
	"time"

	"loadline/attack/record"
)

// deadlines are the shares of the budget by which each phase has to have
// ended, with an objective and without.
var deadlines = map[record.Phase][2]float64{
	record.Preflight: {0.05, 0.05},
	record.Base:      {0.08, 0.08},
	record.Probe:     {0.22, 0.30},
	record.Warm:      {0.27, 0.36},
	record.Refine:    {0.43, 0.56},
	record.Objective: {0.75, 0.70},
	record.Confirm:   {0.82, 0.78},
	record.Overload:  {0.87, 0.88},
	record.Recovery:  {0.89, 0.91},
	record.Check:     {1, 1},
}

// room is the load time that is left to the phase.
func (s *Search) room(p record.Phase) time.Duration {
	share := deadlines[p][1]
	if len(s.config.SLO) > 0 {
		share = deadlines[p][0]
	}
	if s.warming {
		share += min(patience, (1-share)/2)
		if p == record.Warm { // what the refinement needs at least
			share = max(share, deadlines[record.Refine][0]+patience-0.1)
		}
	}
	return time.Duration(share*float64(s.config.Budget)) - s.spent
}

// thrift shortens the wishes of a small budget, down to a quarter.
func (s *Search) thrift() float64 {
	return min(1, max(0.25, s.config.Budget.Seconds()/90))
}

// shrunk fits a warm-up and a measured time into room, both shortened alike. It is false
// where less than a quarter of what was wanted would be left.
func shrunk(room, warmup, measured time.Duration) (w, m time.Duration, ok bool) {
	want := warmup + measured
	if room >= want {
		return warmup, measured, true
	}
	if room < want/4 || room < shortest {
		return 0, 0, false
	}
	f := float64(room) / float64(want)
	return scaled(warmup, f), scaled(measured, f), true
}

// shortest is a trial below which nothing is measured.
const shortest = 100 * time.Millisecond

func scaled(d time.Duration, f float64) time.Duration { return time.Duration(f * float64(d)) }

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func clamp(d, low, high time.Duration) time.Duration { return max(low, min(d, high)) }
