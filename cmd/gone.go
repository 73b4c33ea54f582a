package cmd

import (
	"fmt"
	"slices"

	"loadline/attack/engine"
	"loadline/attack/record"
)

// gone is the finding about a service that went away while it was measured.
const gone = "gone"

// patience is how many steps in a row may find nobody before the service is
// taken to be gone: a hiccup is over within one or two.
const patience = 4

// absent are the failures of requests that reach nobody.
var absent = []string{engine.Refused, engine.Reset, engine.EOF, engine.Unreachable, engine.Socket}

// wentAway is how many of the last steps found nobody, where that is enough to
// say that a service which had answered before is gone; otherwise 0.
func wentAway(steps []record.Step) int {
	n := 0
	for n < len(steps) && nobody(&steps[len(steps)-1-n]) {
		n++
	}
	before := steps[:len(steps)-n]
	if n < patience || !slices.ContainsFunc(before, func(s record.Step) bool { return s.Counts.OK > 0 }) {
		return 0
	}
	return n
}

// nobody says whether all requests of a step failed to reach anybody.
func nobody(s *record.Step) bool {
	return s.Sent > 0 && s.Counts.Error == s.Sent &&
		!slices.ContainsFunc(s.Errors, func(e record.ErrorClass) bool { return !slices.Contains(absent, e.Class) })
}

// concludeGone puts the end of the service in front of what was concluded.
// Where the overload was its end, what had been found before stands, with that
// doubt; otherwise there is no capacity.
func concludeGone(run *record.Run) {
	n := wentAway(run.Steps)
	if n == 0 || run.Capacity == nil {
		return
	}
	finding := record.Finding{
		Kind: gone, Severity: record.Fail, Text: "The service went away while it was measured, and did not come back.",
		Evidence: fmt.Sprintf("none of the last %d steps reached it: %s", n, run.Steps[len(run.Steps)-1].Errors[0].Example),
	}
	overloaded := slices.ContainsFunc(run.Steps, func(s record.Step) bool { return s.Phase == record.Overload })
	if overloaded && run.Capacity.Outcome == record.Found {
		finding.Severity, finding.Text = record.Warn, "The service went away when it was overloaded, and did not come back."
	} else {
		*run.Capacity, run.Recommendation = record.Capacity{Outcome: record.None}, nil
		run.Findings = slices.DeleteFunc(slices.Clone(run.Findings), func(f record.Finding) bool { return f.Severity == record.Fail })
	}
	run.Findings = append([]record.Finding{finding}, run.Findings...)
}
