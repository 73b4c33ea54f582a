package report

import (
	"fmt"
	"strings"

	"loadline/attack/record"
	"loadline/report/units"
)

// headline is the verdict in sentences: what the service carries, what limits
// it, what to set, and what happens beyond.
func headline(run *record.Run) []string {
	out := []string{verdict(run)}
	out = append(out, objectiveSentence(run), limitSentence(run), planSentence(run), overloadSentence(run))
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
	if run.Recommendation == nil {
		return ""
	}
	return ": allow at most " + units.Count(int64(run.Recommendation.InFlightLimit)) + " in flight"
}

// nothing names the cause where no request succeeded: the analysis' own words,
// or what was counted.
func nothing(run *record.Run) string {
	counts, cause := record.Counts{}, record.ErrorClass{}
	for i := range run.Steps {
		s := &run.Steps[i]
		counts.OK, counts.Shed = counts.OK+s.Counts.OK, counts.Shed+s.Counts.Shed
		counts.Error, counts.Timeout = counts.Error+s.Counts.Error, counts.Timeout+s.Counts.Timeout
		for _, e := range s.Errors {
			if e.Count > cause.Count {
				cause = e
			}
		}
	}
	switch causes := texts(run.Findings, record.Fail); {
	case counts.Total() == 0:
		return "No capacity: no request ended."
	case counts.OK > 0:
		return fmt.Sprintf("No capacity was derived: %s of %s requests succeeded.", units.Count(counts.OK), units.Count(counts.Total()))
	case len(causes) > 0:
		return "No capacity. " + causes[0] + "."
	case counts.Shed == counts.Total():
		return fmt.Sprintf("No capacity: all of %s requests were refused.", units.Count(counts.Total()))
	case cause.Class == "":
		return fmt.Sprintf("No capacity: none of %s requests succeeded.", units.Count(counts.Total()))
	}
	return fmt.Sprintf("No capacity: none of %s requests succeeded, mostly %s.", units.Count(counts.Total()), cited(cause))
}

func cited(e record.ErrorClass) string {
	if e.Example == "" {
		return line(e.Class)
	}
	return line(e.Class) + " (" + line(e.Example) + ")"
}

// summary is the verdict of a run that looked for no capacity.
func summary(run *record.Run) string {
	if len(run.Steps) == 1 {
		return oneStep(&run.Steps[0])
	}
	best := number(run.Steps)[0]
	for _, s := range number(run.Steps) {
		if sound(s.Goodput) && (!sound(best.Goodput) || s.Goodput.Value > best.Goodput.Value) {
			best = s
		}
	}
	if !sound(best.Goodput) || best.Goodput.Value <= 0 {
		return nothing(run)
	}
	return fmt.Sprintf("Of %d loads, %s brought the most successful answers: %s. No capacity was derived.",
		len(run.Steps), loadName(best.Load), estimate(best.Goodput, units.PerSecond))
}

// oneStep tells how one constant load went.
func oneStep(s *record.Step) string {
	if s.Counts.Total() == 0 {
		return fmt.Sprintf("At %s no request ended.", loadName(s.Load))
	}
	text := fmt.Sprintf("At %s, %s of %s requests succeeded", loadName(s.Load), share(s.Counts, s.Counts.OK), units.Count(s.Counts.Total()))
	if s.Counts.Shed > 0 {
		text += ", " + share(s.Counts, s.Counts.Shed) + " were refused"
	}
	if s.Counts.Failed() > 0 {
		text += ", " + share(s.Counts, s.Counts.Failed()) + " failed"
	}
	return text + responseWords(s.Response.OK) + "."
}

// responseWords are the quantiles that so many samples could show.
func responseWords(q *record.Quantiles) string {
	if q == nil {
		return ""
	}
	var parts []string
	for _, p := range []struct {
		name string
		at   *record.Span
	}{{"p50", q.P50}, {"p99", q.P99}, {"maximum", q.Max}} {
		if p.at != nil {
			parts = append(parts, p.name+" "+span(p.at))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "; response time " + strings.Join(parts, ", ")
}

// objectiveSentence says up to which load the SLO holds, and which of its
// clauses breaks first.
func objectiveSentence(run *record.Run) string {
	if run.Settings.SLO == nil || len(run.Steps) == 0 {
		return ""
	}
	judged := clauses(run, pointsOf(run))
	if run.Capacity == nil {
		return heldSentence(judged)
	}
	if run.Capacity.Outcome != record.Found && run.Capacity.Outcome != record.LowerBound {
		return ""
	}
	if !sound(run.Capacity.SLOCapacity) {
		return fmt.Sprintf("No load was shown to meet the objective %s.", line(*run.Settings.SLO))
	}
	if breaks := firstBroken(judged); breaks != "" && len(judged) > 1 {
		return fmt.Sprintf("Of the objective, %s breaks first.", breaks)
	}
	return ""
}

// heldSentence is about a run that looked for no capacity: did the objective hold?
func heldSentence(judged []Clause) string {
	var held, broken, unclear []string
	for _, c := range judged {
		switch {
		case c.Unreadable:
			return ""
		case c.FirstFailed != none:
			broken = append(broken, c.Text+" broke at "+c.FirstFailed+", with "+c.FailedValue)
		case c.LastPassed != none:
			held = append(held, c.Text)
		default:
			unclear = append(unclear, c.Text)
		}
	}
	var parts []string
	if len(broken) > 0 {
		parts = append(parts, strings.Join(broken, ", "))
	}
	if len(held) > 0 {
		parts = append(parts, listed(held, "and")+" held")
	}
	if len(unclear) > 0 {
		parts = append(parts, "of "+listed(unclear, "and")+" the samples do not tell")
	}
	return "Of the objective, " + strings.Join(parts, "; ") + "."
}

// limitSentence says what the limit stands on.
func limitSentence(run *record.Run) string {
	c := run.Capacity
	if c == nil || !sound(c.InFlightAtMax) {
		return ""
	}
	text := "The maximum takes " + estimate(c.InFlightAtMax, units.Whole) + " in flight"
	if e := c.InFlightAtMax; e.Low < e.High && e.Confidence > 0 && e.Confidence < 1 {
		text += "; intervals hold with " + units.Percent(e.Confidence) + " confidence"
	}
	return text + "."
}

func planSentence(run *record.Run) string {
	r := run.Recommendation
	if r == nil || r.Rate == nil || !usable(*r.Rate) {
		return ""
	}
	text := "Plan for " + rate(r.Rate)
	if r.Headroom.Ratio > 0 {
		text += ", which leaves " + units.Percent(r.Headroom.Ratio) + " headroom"
	}
	return text + "." + resourceSentence(r)
}

func resourceSentence(r *record.Recommendation) string {
	if r.Resources == nil {
		return ""
	}
	return fmt.Sprintf(" Give it %s and %s.", units.Cores(r.Resources.CPUCores), units.Bytes(r.Resources.MemoryBytes))
}

// overloadSentence says what the service does with more than it can carry.
func overloadSentence(run *record.Run) string {
	if run.Capacity == nil || run.Capacity.Overload == nil {
		return ""
	}
	b := run.Capacity.Overload
	does := map[string]string{
		record.Sheds:     "sheds: it refuses what is too much",
		record.Queues:    "queues: clients wait ever longer",
		record.Collapses: "collapses: it achieves less the more is asked of it",
	}[b.Behaviour]
	if does == "" {
		return ""
	}
	text := "Beyond its maximum it " + does
	if b.Factor != nil && b.GoodputRetained != nil {
		text += fmt.Sprintf("; at %s it keeps %s of its goodput", units.Times(value(b.Factor)), units.Percent(value(b.GoodputRetained)))
	}
	if b.Recovery != nil {
		text += ", and it is itself again " + afterwards(b.Recovery)
	}
	return text + "."
}

func afterwards(recovery *record.Span) string {
	if *recovery <= 0 {
		return "at once"
	}
	return "after " + span(recovery)
}
