package search

import (
	"time"

	"loadline/attack/record"
)

// Stairs runs fixed loads one after the other: --rates and --concurrencies.
type Stairs struct {
	loads  []record.Load
	length time.Duration
	slow   time.Duration
	seed   uint64
	next   int
	spent  time.Duration
}

// settling is the part of a stair that is not counted.
const settling = 0.2

// Staircase holds each load for the step duration, of which the first fifth
// is not counted.
func Staircase(loads []record.Load, stepDuration time.Duration) *Stairs {
	return &Stairs{loads: loads, length: stepDuration}
}

// Judging counts responses slower than slow as bad (0: only failures), and
// seeds the schedules.
func (s *Stairs) Judging(slow time.Duration, seed uint64) *Stairs {
	s.slow, s.seed = slow, seed
	return s
}

// Next is the trial to run now; false: there is no more.
func (s *Stairs) Next() (record.Trial, bool) {
	if s.next >= len(s.loads) {
		return record.Trial{}, false
	}
	s.next++
	return record.Trial{
		Phase: record.Staircase, Load: s.loads[s.next-1],
		Warmup: scaled(s.length, settling), Duration: s.length, Slow: s.slow,
		Seed: s.seed*0x9e3779b97f4a7c15 + uint64(s.next),
	}, true
}

// Observe tells what the last trial measured.
func (s *Stairs) Observe(step record.Step) { s.spent += max(step.Duration.Std(), 0) }

// Progress is where the staircase stands.
func (s *Stairs) Progress() Progress {
	all := time.Duration(len(s.loads)) * s.length
	return Progress{Phase: record.Staircase, Spent: s.spent, Left: max(all-s.spent, 0)}
}
