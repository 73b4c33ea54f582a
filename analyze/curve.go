package analyze

import (
	"math"

	"loadline/analyze/knee"
	"loadline/attack/record"
)

// Curve is throughput against concurrency from the closed steps that are
// evidence of it; nil where none carried anything.
func Curve(steps []record.Step) *knee.Curve { return knee.Of(closed(steps)) }

// enough visits of the refinement to leave out what was measured before it.
const enough = 4

// closed is the evidence of the curve: the refinement, as far as it came after
// the last warm-up, the check, and those levels of the probe that lie far
// beyond them or below, which alone show a fall or the rise (of a service that was warm
// from the start); while the refinement is still thin, all that came before. Staircases
// are all there is.
func closed(steps []record.Step) []record.Step {
	var refined, all []record.Step
	visits, first, last, warmed := 0, math.MaxInt, 0, 0
	for i := range steps {
		s := &steps[i]
		switch s.Phase {
		case record.Refine:
			visits++
			first, last = min(first, s.Load.Concurrency), max(last, s.Load.Concurrency)
			refined = append(refined, *s)
		case record.Check:
			if recovered(steps[:i]) {
				refined = append(refined, *s)
			}
		case record.Warm:
			all, refined = append(append(all, refined...), *s), nil
			visits, first, last, warmed = 0, math.MaxInt, 0, warmed+1
		case record.Base, record.Probe, record.Staircase:
			all = append(all, *s)
		}
	}
	if visits < enough {
		return append(all, refined...)
	}
	for i := range all {
		s := &all[i]
		far := 2*s.Load.Concurrency > 3*last || 3*s.Load.Concurrency < 2*first
		if warmed <= 1 && s.Phase == record.Probe && far {
			refined = append(refined, *s)
		}
	}
	return refined
}

// recovered says whether the service was itself again after the last
// overload in the steps, or never was overloaded.
func recovered(steps []record.Step) bool {
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := &steps[i]; s.Phase {
		case record.Recovery:
			return Recovered(s, lone(steps))
		case record.Overload:
			return s.Counts.Timeout == 0
		}
	}
	return true
}
