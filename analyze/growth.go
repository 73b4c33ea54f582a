package analyze

import (
	"fmt"
	"math"
	"slices"

	"loadline/attack/record"
)

// growth is a service that gave the same for a while and then, all at once, much
// more: it scaled. One that warms up gives more all the time, and less and less so.
type growth struct{ before, after float64 } // goodput per second; 0: it did not grow

// grown compares the first refinement with the maximum that was found after
// the service had to be warmed up again.
func grown(steps []record.Step, most float64) growth {
	const flat, much, least = 0.05, 1.15, 8
	first := firstRefinement(steps)
	if len(first) < least {
		return growth{}
	}
	half := len(first) / 2
	early, later := upper(first[:half]), upper(first[half:half+half/2])
	if early <= 0 || math.Abs(later/early-1) > flat || most < much*early {
		return growth{}
	}
	return growth{early, most}
}

// firstRefinement is the goodput of the refinement's visits before the search
// went back to warming up; nil where it never did.
func firstRefinement(steps []record.Step) (out []float64) {
	for i := range steps {
		switch s := &steps[i]; {
		case s.Phase == record.Refine && s.Goodput != nil && !s.Limited():
			out = append(out, s.Goodput.Value)
		case s.Phase == record.Warm && len(out) > 0:
			return out
		}
	}
	return nil
}

// upper is the upper quartile.
func upper(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)*3/4]
}

func (g growth) String() string {
	return fmt.Sprintf("it gave %.4g/s at most for a while, and then all at once %.4g/s", g.before, g.after)
}
