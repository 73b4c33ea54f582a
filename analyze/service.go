package analyze

import (
	"cmp"
	"slices"

	"loadline/analyze/knee"
	"loadline/analyze/slo"
	"loadline/attack/record"
)

// Service is what the closed model showed, for the objective's sake.
func Service(steps []record.Step, c *knee.Curve, arrivals record.Arrivals) slo.Service {
	s := slo.Service{Max: c.Max, Dispersion: c.Dispersion, Times: unhurried(steps, c), Arrivals: arrivals}
	s.RoundTrip = roundTrip(steps)
	if s.Places = places(steps, c.Max.Value, s.RoundTrip); s.Places == 0 { // what refuses does not pile up
		s.Tips = c.Stable(irregularity(arrivals), s.RoundTrip.Seconds(), held(steps))
	}
	return s
}

// irregularity is the squared coefficient of variation of the times between arrivals.
func irregularity(a record.Arrivals) float64 {
	if a == record.Constant {
		return 0
	}
	return 1
}

// unhurried is the response times of the closed steps so far below the knee that
// nothing waited: those of the refinement, where the service was warm, if they are enough.
func unhurried(steps []record.Step, c *knee.Curve) []record.Bucket {
	const sure = 300
	warm, n := pooled(steps, c, func(s *record.Step) bool { return s.Phase == record.Refine || s.Phase == record.Check })
	if n >= sure {
		return warm
	}
	all, _ := pooled(steps, c, func(s *record.Step) bool { return true })
	return all
}

// pooled is the response times of the closed steps that count, and how many there were.
func pooled(steps []record.Step, c *knee.Curve, counts func(*record.Step) bool) (out []record.Bucket, total int64) {
	const below = 0.6 // of the knee
	by := map[record.Span]int64{}
	for i := range steps {
		s := &steps[i]
		if n := s.Load.Concurrency; s.Load.Model != record.Closed || s.Limited() || n != 1 && float64(n) > below*c.Knee.Value || !counts(s) {
			continue
		}
		for _, b := range s.Distribution {
			by[b.Upper] += b.Count
			total += b.Count
		}
	}
	for upper, n := range by {
		out = append(out, record.Bucket{Upper: upper, Count: n})
	}
	slices.SortFunc(out, func(a, b record.Bucket) int { return cmp.Compare(a.Upper, b.Upper) })
	return out, total
}

// held is what the open steps below the maximum showed: a queue ran away
// where that, or far too many bad responses, cut a step short.
func held(steps []record.Step) (out []knee.Held) {
	for i := range steps {
		if s := &steps[i]; slo.Evidence(s) {
			out = append(out, knee.Held{Rate: s.Load.RateRPS, Seconds: s.Duration.Seconds(), Tipped: s.Stopped != ""})
		}
	}
	return out
}
