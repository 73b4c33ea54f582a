package report

import (
	"fmt"
	"slices"
	"strings"

	"loadline/analyze"
	"loadline/attack/record"
	"loadline/report/units"
)

// headline is the verdict in sentences: what the service carries, what limits
// it, what to set, and what happens beyond.
func headline(run *record.Run, judged []Clause) []string {
	out := []string{verdict(run), objectiveSentence(run, judged)}
	if why := infeasible(run); why != "" {
		out = []string{why, "Whatever users would get, t" + strings.TrimPrefix(verdict(run), "T")}
	}
	out = append(out, limitSentence(run), planSentence(run), overloadSentence(run))
	if !run.Complete && len(run.Steps) > 0 {
		out = append(out, "The run was cut short: this is what was measured until then.")
	}
	return compact(out)
}

// compact leaves out empty sentences.
func compact(sentences []string) []string {
	var out []string
	for _, s := range sentences {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// verdict is the one sentence that answers the question.
func verdict(run *record.Run) string {
	if len(run.Steps) == 0 {
		return "Nothing was measured."
	}
	c := run.Capacity
	if c == nil {
		return summary(run)
	}
	switch highest := c.MaxThroughput; c.Outcome {
	case record.Found:
		return "The service carries at most " + known(highest) + within(run) + allowed(run) + "."
	case record.LowerBound:
		return fmt.Sprintf("The service carries at least %s; its maximum was not reached.", known(highest))
	case record.GeneratorLimited:
		return "No capacity: the generator was the limit, not the service" + after(highest, ", at ") + "."
	case record.RateLimited:
		return "No capacity: a rate limiter answered, not the service" + after(highest, "; it lets through about ") + "."
	case record.Unsteady:
		return "No capacity: the service never became steady, so no rate can be promised."
	default:
		return nothing(run)
	}
}

// infeasible says that no rate keeps the objective, "" where one may.
func infeasible(run *record.Run) string {
	if run.Settings.SLO == nil || !slices.ContainsFunc(run.Findings, func(f record.Finding) bool { return f.Kind == analyze.Infeasible }) {
		return ""
	}
	return fmt.Sprintf("No rate keeps the objective %s: the service breaks it even with next to no load.", line(*run.Settings.SLO))
}

// recommends says whether there is advice to give: none helps where the
// objective cannot be kept.
func recommends(run *record.Run) bool { return run.Recommendation != nil && infeasible(run) == "" }

func known(e *record.Estimate) string {
	if !sound(e) {
		return "an unknown rate"
	}
	return estimate(e, units.PerSecond)
}

// after is an estimate with the words before it, or nothing at all.
func after(e *record.Estimate, words string) string {
	if !sound(e) {
		return ""
	}
	return words + estimate(e, units.PerSecond)
}

// within is the part of the maximum that meets the objective.
func within(run *record.Run) string {
	if run.Settings.SLO == nil || !sound(run.Capacity.SLOCapacity) {
		return ""
	}
	return ", and " + estimate(run.Capacity.SLOCapacity, units.PerSecond) + " within " + line(*run.Settings.SLO)
}

func allowed(run *record.Run) string {
	if !recommends(run) {
		return ""
	}
	return ": allow at most " + units.Count(int64(run.Recommendation.InFlightLimit)) + " in flight"
}
