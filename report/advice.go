package report

import (
	"fmt"
	"strings"

	"loadline/analyze"
	"loadline/attack/record"
	"loadline/report/units"
)

// objectiveSentence says up to which load the SLO holds, and which of its
// clauses breaks first.
func objectiveSentence(run *record.Run, judged []Clause) string {
	if run.Settings.SLO == nil || len(run.Steps) == 0 {
		return ""
	}
	if run.Capacity == nil {
		return heldSentence(judged)
	}
	if run.Capacity.Outcome != record.Found && run.Capacity.Outcome != record.LowerBound {
		return ""
	}
	if !sound(run.Capacity.SLOCapacity) {
		return between(run, judged)
	}
	if breaks := firstBroken(judged); breaks != "" && len(judged) > 1 {
		return fmt.Sprintf("Of the objective, %s breaks first.", breaks)
	}
	return ""
}

// between is about an objective whose rate was not found: where it held and
// where it did not, if any load shows that.
func between(run *record.Run, judged []Clause) string {
	var parts []string
	for _, c := range judged {
		if c.Unreadable || c.LastPassed == none {
			continue
		}
		text := fmt.Sprintf("%s held at %s (%s)", c.Text, c.LastPassed, c.PassedValue)
		if c.FirstFailed != none {
			text += " and broke at " + with(c.FirstFailed, c.FailedValue)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return fmt.Sprintf("No load was shown to meet the objective %s.", line(*run.Settings.SLO))
	}
	return "Of the objective, " + strings.Join(parts, "; ") + ". The rate in between was not measured."
}

// heldSentence is about a run that looked for no capacity: did the objective hold?
func heldSentence(judged []Clause) string {
	var held, broken []string
	var undecided reasons
	for _, c := range judged {
		switch {
		case c.Unreadable:
			return ""
		case c.FirstFailed != none:
			broken = append(broken, c.Text+" broke at "+with(c.FirstFailed, c.FailedValue))
		case c.LastPassed != none:
			held = append(held, c.Text)
		default:
			undecided.add(c)
		}
	}
	var parts []string
	if len(broken) > 0 {
		parts = append(parts, strings.Join(broken, ", "))
	}
	if len(held) > 0 {
		parts = append(parts, listed(held, "and")+" held")
	}
	if len(parts) > 0 {
		parts = []string{"Of the objective, " + strings.Join(parts, "; ") + "."}
	}
	return strings.Join(append(parts, undecided.sentences()...), " ")
}

// limitSentence says what the limit stands on.
func limitSentence(run *record.Run) string {
	c := run.Capacity
	if c == nil || !sound(c.InFlightAtMax) || c.Outcome == record.LowerBound {
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
	if !recommends(run) || r.Rate == nil || !usable(*r.Rate) {
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
		text += fmt.Sprintf("; at %s it keeps %s of its goodput", units.Times(value(b.Factor)), retained(b))
	}
	if analyze.Unclear(b) {
		text += ", too unsteadily to tell whether it collapses"
	}
	if b.Recovery != nil {
		text += ", and it is itself again " + afterwards(b.Recovery)
	}
	return text + "."
}

// retained is the share of its goodput that a service kept, with its interval.
func retained(b *record.Behaviour) string {
	text := units.Percent(value(b.GoodputRetained))
	if e := b.Retained; e != nil && e.Low < e.High {
		text += " (" + units.Percent(e.Low) + "-" + units.Percent(e.High) + ")"
	}
	return text
}

func afterwards(recovery *record.Span) string {
	if *recovery <= 0 {
		return "at once"
	}
	return "after " + span(recovery)
}
