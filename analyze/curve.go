package analyze

import (
	"loadline/analyze/knee"
	"loadline/attack/record"
)

// Curve is throughput against concurrency from the closed steps that are
// evidence of it; nil where none carried anything.
func Curve(steps []record.Step) *knee.Curve { return knee.Of(closed(steps)) }

// enough visits of the refinement to leave out what was measured before it.
const enough = 4

// closed is the evidence of the curve: the refinement and what came after it;
// while that is still thin, the probe and what came before.
// Staircases and single trials are all there is.
func closed(steps []record.Step) (out []record.Step) {
	var refined []record.Step
	visits := 0
	for i := range steps {
		switch steps[i].Phase {
		case record.Refine:
			visits++
			refined = append(refined, steps[i])
		case record.Warm, record.Check:
			refined = append(refined, steps[i])
		}
	}
	if visits >= enough {
		return refined
	}
	for i := range steps {
		switch steps[i].Phase {
		case record.Preflight, record.Recovery, record.Attack:
		default:
			out = append(out, steps[i])
		}
	}
	return out
}
