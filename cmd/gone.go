package cmd

import (
	"fmt"
	"slices"

	"loadline/attack/engine"
	"loadline/attack/record"
)

// gone is the finding about a service that was lost while it was measured.
const gone = "gone"

// How many steps in a row may find nobody before the service is taken to be
// gone, and how many may have no success at all before it is taken to be
// broken: a hiccup is over within one or two, and what piled up may take a few
// rests to be worked off.
const (
	patience = 4
	leniency = 8
)

// absent are the failures of requests that reach nobody.
var absent = []string{engine.Refused, engine.Reset, engine.EOF, engine.Unreachable, engine.Socket}

// lost is how many of the last steps show that a service which had answered
// before is gone or broken, and in words which; 0: it is neither.
func lost(steps []record.Step) (n int, text string) {
	if n := trailing(steps, unreached); n >= patience && answered(steps[:len(steps)-n]) {
		return n, "went away"
	}
	if n := trailing(steps, fruitless); n >= leniency && relapsed(steps[:len(steps)-n], steps[len(steps)-n:]) {
		return n, "stopped answering well"
	}
	return 0, ""
}

func trailing(steps []record.Step, is func(*record.Step) bool) (n int) {
	for n < len(steps) && is(&steps[len(steps)-1-n]) {
		n++
	}
	return n
}

// unreached says whether all requests of a step failed to reach anybody.
func unreached(s *record.Step) bool {
	return s.Sent > 0 && s.Counts.Error == s.Sent &&
		!slices.ContainsFunc(s.Errors, func(e record.ErrorClass) bool { return !slices.Contains(absent, e.Class) })
}

// fruitless says whether all requests of a step failed; a refusal is an answer.
func fruitless(s *record.Step) bool { return s.Sent > 0 && s.Counts.Failed() == s.Sent }

func answered(steps []record.Step) bool {
	return slices.ContainsFunc(steps, func(s record.Step) bool { return s.Counts.OK > 0 })
}

// relapsed says whether a load fails now that was borne before: ever more load
// may fail, and the service be well.
func relapsed(before, now []record.Step) bool {
	return slices.ContainsFunc(now, func(failed record.Step) bool {
		return slices.ContainsFunc(before, func(borne record.Step) bool {
			return borne.Counts.OK > 0 && borne.Load.Model == failed.Load.Model &&
				borne.Load.RateRPS >= failed.Load.RateRPS && borne.Load.Concurrency >= failed.Load.Concurrency
		})
	})
}

// concludeGone puts the end of the service in front of what was concluded.
// Where the overload was its end, what had been found before stands, with that
// doubt; otherwise there is no capacity.
func concludeGone(run *record.Run) {
	n, how := lost(run.Steps)
	if n == 0 || run.Capacity == nil {
		return
	}
	finding := record.Finding{
		Kind: gone, Severity: record.Fail, Text: "The service " + how + " while it was measured, and did not come back.",
		Evidence: fmt.Sprintf("nothing succeeded in the last %d steps: %s", n, example(&run.Steps[len(run.Steps)-1])),
	}
	overloaded := slices.ContainsFunc(run.Steps, func(s record.Step) bool { return s.Phase == record.Overload })
	if overloaded && run.Capacity.Outcome == record.Found {
		finding.Severity, finding.Text = record.Warn, "The service "+how+" when it was overloaded, and did not come back."
	} else {
		*run.Capacity, run.Recommendation = record.Capacity{Outcome: record.None}, nil
		run.Findings = slices.DeleteFunc(slices.Clone(run.Findings), func(f record.Finding) bool { return f.Severity != record.Info })
	}
	run.Findings = append([]record.Finding{finding}, run.Findings...)
}

// example is the text of a failure of the step.
func example(s *record.Step) string {
	if len(s.Errors) == 0 {
		return "no answer"
	}
	return s.Errors[0].Example
}
