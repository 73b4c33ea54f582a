package analyze

import (
	"fmt"
	"math"

	"loadline/analyze/quantile"
	"loadline/analyze/slo"
	"loadline/attack/record"
)

// within is how near, as a share, a confirming step's rate is to the rate
// reported, and how wide an interval may be for a number to be called known.
const within = 0.05

// confirmation says whether the rate that is reported was held once more.
func (e *evidence) confirmation() *record.Finding {
	if e.outcome != record.Found || e.curve == nil {
		return nil
	}
	if len(e.objective) > 0 {
		return e.objectiveConfirmation()
	}
	for i := len(e.steps) - 1; i >= 0; i-- {
		s := &e.steps[i]
		if s.Phase != record.Confirm || s.Limited() {
			continue
		}
		if share := s.Ended().Share(s.Counts.OK); share < 0.99 {
			return finding(Unresolved, record.Warn, "The recommended rate did not hold.",
				fmt.Sprintf("at %s only %.1f %% of the requests succeeded", s.Load, 100*share))
		}
		return finding(Confirmed, record.Info, "The recommended rate was held once more.",
			fmt.Sprintf("%s for %.3g s, %d requests", s.Load, s.Measured().Seconds(), s.Ended().Total()))
	}
	return nil
}

func (e *evidence) objectiveConfirmation() *record.Finding {
	if e.answer == nil || e.infeasible() != "" {
		return nil
	}
	rate := e.answer.Capacity
	if half := rate.HalfWidth(); half > within {
		return finding(Unresolved, record.Warn, "The rate that keeps the objective is not known well. A longer budget narrows it.",
			fmt.Sprintf("%.4g/s, but anything from %.4g to %.4g is possible", rate.Value, rate.Low, rate.High))
	}
	held := e.heldNear(rate)
	switch {
	case held == nil:
		return finding(Unresolved, record.Warn, "The rate that keeps the objective was not held once more: there was no time.", e.objective.String())
	case !e.objective.Kept(held):
		return finding(Unresolved, record.Warn, "The objective broke when the rate was held once more.", e.worst(held))
	case !ClearlySteady(e.steps):
		return finding(Unresolved, record.Warn, "The rate that keeps the objective was held once more, but too little was measured to see whether the service drifts. A longer budget shows it.", e.worst(held))
	}
	return finding(Confirmed, record.Info, "The rate that keeps the objective was held once more, and kept it.", e.worst(held))
}

// heldNear is the last confirming step at about the rate.
func (e *evidence) heldNear(rate record.Estimate) *record.Step {
	for i := len(e.steps) - 1; i >= 0; i-- {
		s := &e.steps[i]
		if s.Phase == record.Confirm && !s.Limited() && math.Abs(s.Load.RateRPS/rate.Value-1) <= within {
			return s
		}
	}
	return nil
}

// worst is what the step did to the clause that it came nearest to breaking.
func (e *evidence) worst(s *record.Step) string {
	text, most := "", -1.0
	for _, v := range e.objective.Judge(s) {
		allowed := v.Clause.Allowed()
		if used := v.Share.Value / allowed; used > most {
			most = used
			text = fmt.Sprintf("at %s for %.3g s, %.2g %% of %d requests broke %s, %.2g %% may",
				s.Load, s.Measured().Seconds(), 100*v.Share.Value, s.Ended().Total(), v.Clause, 100*allowed)
			if v.Clause.Name == slo.Mean {
				text = fmt.Sprintf("at %s the mean was %.3g of the limit", s.Load, v.Share.Value)
			}
		}
	}
	return text
}

// samples says where there were too few requests for what the objective asks,
// and how long it would take.
func (e *evidence) samples() *record.Finding {
	if len(e.objective) == 0 || e.outcome != record.Found && e.outcome != record.LowerBound || e.curve == nil {
		return nil
	}
	_, allowed := e.objective.Watch()
	need := quantile.Samples(allowed, slo.Confidence)
	most := int64(0)
	for i := range e.steps {
		if s := &e.steps[i]; slo.Evidence(s) {
			most = max(most, s.Counts.Total())
		}
	}
	if most >= int64(need) || need == 0 {
		return nil
	}
	return finding(TooFewSamples, record.Warn, "Too few requests were measured at any rate to say whether the objective holds.",
		fmt.Sprintf("%s wants at least %d clean requests, the longest step had %d; at %.3g/s that takes %.0f s",
			e.objective, need, most, e.curve.Max.Value, float64(need)/e.curve.Max.Value))
}
