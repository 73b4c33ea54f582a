package analyze

import (
	"cmp"
	"math"
	"slices"

	"loadline/attack/record"
)

// keeping is the share of the sent rate that a service has to finish to have
// kept up with it (the counting noise of a few hundred requests stays above),
// and the share of the maximum below which no queue grows without end.
const keeping = 0.95

// arrivals is what steps of the open model alone show: a staircase of rates.
type arrivals struct {
	most      record.Estimate // maximum throughput, or the highest that was offered
	inFlight  record.Estimate // there, by Little's law
	saturated bool            // some step offered more than the service finished
}

// fromArrivals is nil where no open step succeeded, or none kept up.
//
// In an open model the number in flight at the raw maximum is whatever the
// queue has grown to. What the maximum takes is therefore X·R by Little's law
// (Little 1961), with R the mean response time at the highest rate that
// lies clearly below the maximum; at the lowest rate, R bounds it from below.
func fromArrivals(steps []record.Step) *arrivals {
	up := offered(steps)
	if len(up) == 0 {
		return nil
	}
	a := &arrivals{most: plateau(up)}
	a.saturated = slices.ContainsFunc(up, func(s *record.Step) bool { return s.Goodput.Value < keeping**s.SentRate })
	if up[0].Goodput.Value < keeping**up[0].SentRate {
		return nil
	}
	below := slices.IndexFunc(up, func(s *record.Step) bool { return *s.SentRate > keeping*a.most.Value })
	if below < 0 {
		below = len(up)
	}
	first, last := up[0].Response.OK.Mean.Seconds(), up[max(below, 1)-1].Response.OK.Mean.Seconds()
	a.inFlight = record.Estimate{
		Value: max(1, a.most.Value*last), Low: max(1, a.most.Low*min(first, last)), High: max(1, a.most.High*max(first, last)),
		Confidence: a.most.Confidence,
	}
	return a
}

// outcome is None for what shows nothing.
func (a *arrivals) outcome() record.CapacityOutcome {
	switch {
	case a == nil:
		return record.None
	case a.saturated:
		return record.Found
	}
	return record.LowerBound
}

// fill writes down what the arrivals show.
func (a *arrivals) fill(c *record.Capacity, e *evidence) {
	if c.Outcome != record.Found && c.Outcome != record.LowerBound {
		return
	}
	c.MaxThroughput = &a.most
	if a.saturated {
		c.InFlightAtMax = &a.inFlight
		c.Overload = behaviour(e.steps, a.most.Value)
	}
}

// offered are the open steps that can be judged, by rising rate.
func offered(steps []record.Step) (out []*record.Step) {
	for i := range steps {
		s := &steps[i]
		if s.Load.Model == record.Open && !s.Limited() && s.Goodput != nil && s.SentRate != nil && s.Counts.OK > 0 && s.Response.OK != nil {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b *record.Step) int { return cmp.Compare(a.Load.RateRPS, b.Load.RateRPS) })
	return out
}

// plateau pools the steps whose goodput reaches that of the best, so that no
// single lucky one stands for the maximum.
func plateau(steps []*record.Step) record.Estimate {
	best := slices.MaxFunc(steps, func(a, b *record.Step) int { return cmp.Compare(a.Goodput.Value, b.Goodput.Value) })
	sum, weight, square, confidence := 0.0, 0.0, 0.0, best.Goodput.Confidence
	for _, s := range steps {
		if s.Goodput.High < 0.97*best.Goodput.Value || s.Goodput.Value < 0.9*best.Goodput.Value {
			continue
		}
		w := s.Measured().Seconds()
		half := w * (s.Goodput.High - s.Goodput.Low) / 2
		sum, weight, square = sum+w*s.Goodput.Value, weight+w, square+half*half
	}
	value, half := sum/weight, math.Sqrt(square)/weight
	return record.Estimate{Value: value, Low: max(0, value-half), High: value + half, Confidence: confidence}
}
