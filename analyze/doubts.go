package analyze

import (
	"fmt"

	"loadline/analyze/slo"
	"loadline/attack/record"
)

// near its own ceiling a generator measures itself.
const nearCeiling = 0.9

// generatorLimited is why the generator was the limit, "" where it was not.
func (e *evidence) generatorLimited() string {
	why, _ := e.generatorLimit()
	return why
}

// generatorLimit is also the cause that spoiled the steps, "" where it is none
// of a step.
func (e *evidence) generatorLimit() (why, cause string) {
	most := 0.0
	if e.curve != nil {
		most = e.curve.Max.Value
	}
	if ceiling := e.run.Generator.Ceiling; ceiling != nil && *ceiling > 0 && most >= nearCeiling**ceiling {
		return fmt.Sprintf("the generator alone reaches %.4g/s, and %.4g/s were measured", *ceiling, most), ""
	}
	limited, clean := 0, 0
	for i := range e.steps {
		s := &e.steps[i]
		if s.Load.Model != record.Closed || s.Goodput == nil || s.Goodput.Value < 0.97*most {
			continue
		}
		if s.Limited() {
			limited, cause = limited+1, *s.Generator.Limited
		} else {
			clean++
		}
	}
	if limited > 0 && (limited >= clean || most == 0) {
		return fmt.Sprintf("%d of %d steps near the maximum were spoiled: %s", limited, limited+clean, cause), cause
	}
	return "", ""
}

// bounded is why the maximum may lie beyond what was tried, "" where it was passed.
func (e *evidence) bounded() string {
	settings := e.run.Settings
	switch {
	case e.curve == nil:
		return "the service kept up with every rate that was offered"
	case settings.MaxRate != nil && *settings.MaxRate > 0 && e.curve.Max.Value >= 0.98**settings.MaxRate:
		return fmt.Sprintf("no more than %.4g/s may be offered", *settings.MaxRate)
	}
	last := e.curve.Levels[len(e.curve.Levels)-1].Concurrency
	switch {
	case e.curve.Rising:
		return fmt.Sprintf("throughput still rose at %.0f in flight, the most that was tried", last)
	case last < past*e.curve.Knee.Value:
		return fmt.Sprintf("throughput was not seen to stop rising: no more than %.0f in flight were tried", last)
	}
	return ""
}

// past is how far beyond the knee a level has to be tried to know it for one.
const past = 1.15

// infeasible is why no rate keeps the objective, "" where one does or may.
func (e *evidence) infeasible() string {
	if e.answer == nil || e.answer.Infeasible < slo.Hopeless {
		return ""
	}
	lowest := e.gentlest()
	if lowest == nil {
		return fmt.Sprintf("%s: with next to nothing in flight more than %.3g %% of the requests break it", e.answer.Clause, 100*e.answer.Clause.Allowed())
	}
	for _, v := range e.objective.Judge(lowest) {
		if v.Clause == e.answer.Clause {
			return fmt.Sprintf("%s: at %s, the least that was offered, %.3g %% of the requests break it and %.3g %% may",
				v.Clause, lowest.Load, 100*v.Share.Value, 100*v.Clause.Allowed())
		}
	}
	return e.answer.Clause.String()
}

// vagueKnee says that the in-flight at the maximum, and so the limit, is hardly known.
func (e *evidence) vagueKnee() *record.Finding {
	const wide, few = 3, 3 // the ends of the interval: times, and requests apart
	if e.curve == nil || e.outcome != record.Found {
		return nil
	}
	k := e.inFlight()
	if k.High <= wide*k.Low || k.High-k.Low <= few {
		return nil
	}
	return finding(Unresolved, record.Warn, "How much is in flight at the maximum is not known well, nor is the limit. A longer budget narrows it.",
		fmt.Sprintf("%.3g requests, but anything from %.3g to %.3g is possible", k.Value, k.Low, k.High))
}

// gentlest is the open step of the smallest rate that is evidence; nil without any.
func (e *evidence) gentlest() (out *record.Step) {
	for i := range e.steps {
		if s := &e.steps[i]; slo.Evidence(s) && (out == nil || s.Load.RateRPS < out.Load.RateRPS) {
			out = s
		}
	}
	return out
}
