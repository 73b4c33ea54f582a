package analyze

import (
	"fmt"

	"loadline/attack/record"
)

// recommendation is nil unless the run established what it stands on: a whole
// run that found the maximum, or a whole one that found a lower bound for it.
func (e *evidence) recommendation(c *record.Capacity) *record.Recommendation {
	if c.Outcome != record.Found || c.InFlightAtMax == nil || !e.established() {
		return nil
	}
	fraction := e.run.Settings.Fraction
	if fraction <= 0 || fraction > 1 {
		fraction = 0.9
	}
	used := peak(e.steps)
	h := headroom(e.run.Settings, used)
	basis, what := c.MaxThroughput.Value, "the maximum"
	if c.SLOCapacity != nil {
		basis, what = c.SLOCapacity.Value, "the capacity under the objective"
	}
	rate := basis * (1 - h.Ratio)
	if e.infeasible() != "" {
		return e.limitAlone(c, fraction, used, h)
	}
	limit := Limit(e.curve, c.InFlightAtMax.Value, fraction)
	return &record.Recommendation{
		InFlightLimit: limit, Fraction: fraction, Rate: &rate, Headroom: h, Resources: advice(used, h.Ratio),
		Because: append(e.whyInFlight(c, limit, fraction),
			fmt.Sprintf("%.4g/s leaves %.0f %% of %s free (%s).", rate, 100*h.Ratio, what, h.Reason)),
	}
}

func (e *evidence) whyInFlight(c *record.Capacity, limit int, fraction float64) []string {
	return []string{
		fmt.Sprintf("Throughput stops rising at %.3g requests in flight, where it is %.4g/s.", c.InFlightAtMax.Value, c.MaxThroughput.Value),
		e.whyLimit(limit, fraction, c.InFlightAtMax.Value),
	}
}

// limitAlone recommends no rate, where none keeps the objective: the limit
// protects the service all the same.
func (e *evidence) limitAlone(c *record.Capacity, fraction float64, used *record.Resources, h record.Headroom) *record.Recommendation {
	limit := Limit(e.curve, c.InFlightAtMax.Value, fraction)
	return &record.Recommendation{
		InFlightLimit: limit, Fraction: fraction, Headroom: h, Resources: advice(used, h.Ratio),
		Because: e.whyInFlight(c, limit, fraction),
	}
}

func (e *evidence) whyLimit(limit int, fraction, inFlight float64) string {
	if float64(limit) > max(1, fraction*inFlight) {
		return fmt.Sprintf("%.0f %% of that would be %.3g: rounded up, because one fewer in flight would cost more than %.0f %% of the throughput.",
			100*fraction, fraction*inFlight, 100*(1-fraction+slack))
	}
	return fmt.Sprintf("%.0f %% of that is authorized: a limit of %d.", 100*fraction, limit)
}

// established says whether an interrupted run got far enough: the
// refinement has to have been over, which shows by a later phase.
func (e *evidence) established() bool {
	if e.run.Complete {
		return true
	}
	for i := range e.steps {
		switch e.steps[i].Phase {
		case record.Objective, record.Confirm, record.Overload, record.Check:
			return true
		}
	}
	return false
}
