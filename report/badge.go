package report

import (
	"fmt"
	"slices"
	"strings"

	"loadline/attack/record"
	"loadline/report/units"
)

// Level is how far a report's answer can be trusted.
type Level string

// Valid stands behind its numbers, Suspect names a doubt, Invalid has no answer.
const (
	Valid   Level = "valid"
	Suspect Level = "suspect"
	Invalid Level = "invalid"
)

// Badge is the level and why it is that one.
type Badge struct {
	Level   Level
	Reasons []string // never empty
}

// Reason is all reasons in one line.
func (b Badge) Reason() string { return strings.Join(b.Reasons, "; ") }

// badge takes the worst of what the outcome, the findings and the steps say.
func badge(run *record.Run, judged []Clause) Badge {
	if reasons := invalid(run); len(reasons) > 0 {
		return Badge{Invalid, reasons}
	}
	if reasons := suspect(run, judged); len(reasons) > 0 {
		return Badge{Suspect, reasons}
	}
	return Badge{Valid, []string{undoubted(len(run.Steps), limitedSteps(run))}}
}

// undoubted is what a valid report stands on: of so many steps those that the
// generator did not spoil.
func undoubted(steps, spoiled int) string {
	if spoiled == 0 {
		return "nothing casts doubt on " + units.Plural(steps, "step")
	}
	return fmt.Sprintf("nothing casts doubt on %s of %s; the generator spoiled the others",
		units.Count(int64(steps-spoiled)), units.Plural(steps, "step"))
}

func invalid(run *record.Run) []string {
	if len(run.Steps) == 0 {
		return []string{"nothing was measured"}
	}
	reasons := texts(run.Findings, record.Fail)
	switch n := limitedSteps(run); {
	case len(reasons) > 0:
	case run.Capacity != nil && run.Capacity.Outcome == record.None && succeeded(run) > 0:
		reasons = append(reasons, "too little was measured")
	case run.Capacity != nil && unanswered[run.Capacity.Outcome] != "":
		reasons = append(reasons, unanswered[run.Capacity.Outcome])
	case run.Capacity != nil && run.Capacity.Outcome == record.Found && !sound(run.Capacity.MaxThroughput):
		reasons = append(reasons, "the result names no maximum")
	case n == len(run.Steps):
		reasons = append(reasons, "the generator spoiled every step")
	case finished(run) == 0:
		reasons = append(reasons, "no request ended")
	}
	return reasons
}

// unanswered are the outcomes behind which no number stands.
var unanswered = map[record.CapacityOutcome]string{
	record.GeneratorLimited: "the generator was the limit",
	record.Unsteady:         "the service never became steady",
	record.None:             "nothing succeeded",
}

// partial are the outcomes behind which only part of an answer stands.
var partial = map[record.CapacityOutcome]string{
	record.LowerBound:  "the maximum was not reached",
	record.RateLimited: "a rate limiter answered",
}

func suspect(run *record.Run, judged []Clause) []string {
	reasons := texts(run.Findings, record.Warn)
	if undecided(run, judged) {
		reasons = append(reasons, "no load shows whether the objective holds")
	}
	if !run.Complete {
		reasons = append(reasons, "the run was cut short")
	}
	if c := run.Capacity; c != nil && len(reasons) == 0 && partial[c.Outcome] != "" {
		reasons = append(reasons, partial[c.Outcome])
	}
	if n := limitedSteps(run); 5*n > len(run.Steps) {
		reasons = append(reasons, fmt.Sprintf("the generator spoiled %d of %s", n, units.Plural(len(run.Steps), "step")))
	}
	if dropped, scheduled := droppedBelowOverload(run); 100*dropped > scheduled {
		reasons = append(reasons, fmt.Sprintf("%s of the scheduled requests were never sent", units.Percent(float64(dropped)/float64(scheduled))))
	}
	return reasons
}

// undecided says that no load shows whether the objective holds, nor that it breaks.
func undecided(run *record.Run, judged []Clause) bool {
	if run.Capacity != nil && run.Capacity.SLOCapacity != nil {
		return false
	}
	unclear := func(c Clause) bool { return !c.Unreadable && c.LastPassed == none && c.FirstFailed == none }
	broken := func(c Clause) bool { return c.FirstFailed != none }
	return slices.ContainsFunc(judged, unclear) && !slices.ContainsFunc(judged, broken)
}

// texts are the texts of the findings of one severity.
func texts(findings []record.Finding, severity record.Severity) []string {
	var out []string
	for _, f := range findings {
		if f.Severity == severity {
			out = append(out, thousands(strings.TrimSuffix(line(f.Text), ".")))
		}
	}
	return out
}

func succeeded(run *record.Run) int64 {
	var n int64
	for i := range run.Steps {
		n += run.Steps[i].Counts.OK
	}
	return n
}

func finished(run *record.Run) int64 {
	var n int64
	for i := range run.Steps {
		n += run.Steps[i].Ended().Total()
	}
	return n
}

// droppedBelowOverload leaves the overload phase out: there, the bound on what
// is in flight is meant to drop requests.
func droppedBelowOverload(run *record.Run) (dropped, scheduled int64) {
	for i := range run.Steps {
		if s := &run.Steps[i]; s.Phase != record.Overload {
			dropped, scheduled = dropped+s.Dropped, scheduled+s.Scheduled
		}
	}
	return dropped, scheduled
}
