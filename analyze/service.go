package analyze

import (
	"cmp"
	"slices"
	"time"

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
		s.Crowd = c.Crowd(irregularity(arrivals), s.RoundTrip.Seconds())
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
func unhurried(steps []record.Step, c *knee.Curve) []slo.Time {
	const sure = 300
	warm, n := pooled(steps, c, func(s *record.Step) bool { return s.Phase == record.Refine || s.Phase == record.Check })
	if n >= sure {
		return warm
	}
	all, _ := pooled(steps, c, func(s *record.Step) bool { return true })
	return all
}

// pooled is the response times of the closed steps that count, and how many there were.
func pooled(steps []record.Step, c *knee.Curve, counts func(*record.Step) bool) (out []slo.Time, total float64) {
	few := unqueued(steps, c)
	by := map[time.Duration]float64{}
	for i := range steps {
		s := &steps[i]
		if n := s.Load.Concurrency; s.Load.Model != record.Closed || s.Limited() || n != 1 && float64(n) > few || !counts(s) {
			continue
		}
		for _, t := range finely(s.Distribution) {
			by[t.Length] += t.Weight
			total += t.Weight
		}
	}
	for length, weight := range by {
		out = append(out, slo.Time{Length: length, Weight: weight})
	}
	slices.SortFunc(out, func(a, b slo.Time) int { return cmp.Compare(a.Length, b.Length) })
	return out, total
}

// unqueued is the concurrency up to which hardly anything waits for a station: as
// many as there are stations or, of several behind a network, as many as keep a third of
// them busy. It is well below the knee.
func unqueued(steps []record.Step, c *knee.Curve) float64 {
	const below, busy, several = 0.6, 0.35, 3
	alone, network := lone(steps).Seconds(), roundTrip(steps).Seconds()
	stations := c.Max.Value * max(alone-network, 0)
	few := stations
	if stations >= several {
		few = max(few, busy*stations*alone/max(alone-network, 1e-9))
	}
	return min(below*c.Knee.Value, few)
}

// finely divides the samples of wide buckets evenly, so that their edges show
// less. A bucket that begins far behind the one before was narrow.
func finely(buckets []record.Bucket) (out []slo.Time) {
	const parts, wide = 4, 1.2
	before := record.Span(0)
	for _, b := range buckets {
		lower := before
		if before = b.Upper; float64(b.Upper) > wide*float64(lower) {
			out = append(out, slo.Time{Length: b.Upper.Std(), Weight: float64(b.Count)})
			continue
		}
		for part := range parts {
			at := float64(lower) + float64(b.Upper-lower)*(float64(part)+0.5)/parts
			out = append(out, slo.Time{Length: time.Duration(at), Weight: float64(b.Count) / parts})
		}
	}
	return out
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
