package analyze

import (
	"fmt"

	"loadline/attack/record"
)

// near its own ceiling a generator measures itself.
const nearCeiling = 0.9

// generatorLimited is why the generator was the limit, "" where it was not.
func (e *evidence) generatorLimited() string {
	most := 0.0
	if e.curve != nil {
		most = e.curve.Max.Value
	}
	if ceiling := e.run.Generator.Ceiling; ceiling != nil && *ceiling > 0 && most >= nearCeiling**ceiling {
		return fmt.Sprintf("the generator alone reaches %.4g/s", *ceiling)
	}
	cause, limited, clean := "", 0, 0
	for i := range e.steps {
		s := &e.steps[i]
		if s.Load.Model != record.Closed || s.Goodput == nil || s.Goodput.Value < nearCeiling*most {
			continue
		}
		if s.Limited() {
			limited, cause = limited+1, *s.Generator.Limited
		} else {
			clean++
		}
	}
	if limited > clean {
		return cause
	}
	return ""
}

// bounded is why the maximum may lie beyond what was tried, "" where it was passed.
func (e *evidence) bounded() string {
	settings := e.run.Settings
	switch {
	case settings.MaxRate != nil && *settings.MaxRate > 0 && e.curve.Max.Value >= 0.98**settings.MaxRate:
		return fmt.Sprintf("no more than %.4g/s may be offered", *settings.MaxRate)
	case e.curve.Rising:
		last := e.curve.Levels[len(e.curve.Levels)-1].Concurrency
		return fmt.Sprintf("throughput still rose at %.0f in flight, the most that was tried", last)
	}
	return ""
}

// policy is why a rate limit and not the service was met, "" where it was not.
func (e *evidence) policy() string {
	shed := 0
	for i := range e.steps {
		s := &e.steps[i]
		if s.Load.Model == record.Closed && s.Load.Concurrency == 1 && s.Counts.Share(s.Counts.Shed) > shedding {
			shed++
		}
	}
	if shed > 0 {
		return "even one request at a time is refused"
	}
	return ""
}

// infeasible is why no rate keeps the objective, "" where one does.
func (e *evidence) infeasible() string {
	if e.answer == nil {
		return ""
	}
	for i := range e.steps {
		s := &e.steps[i]
		if s.Load.Model == record.Open && s.Load.RateRPS > 0.55*e.curve.Max.Value || s.Load.Model == record.Closed && s.Load.Concurrency > 1 {
			continue
		}
		for _, v := range e.objective.Judge(s) {
			if v.Holds == "no" {
				return fmt.Sprintf("%s does not hold even at %s: %.3g of the requests break it", v.Clause, s.Load, v.Share.Value)
			}
		}
	}
	return ""
}
