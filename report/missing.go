package report

import (
	"fmt"

	"loadline/attack/record"
)

// missing says what a reader might look for and not find, and why.
func missing(run *record.Run, rep *Report) []string {
	if len(run.Steps) == 0 {
		return []string{"No step measured anything, so there is nothing to draw."}
	}
	return append(expected(run), surprising(run, rep)...)
}

// unexpected is the part of it that whoever asked for this run did not know
// anyway: one constant load derives no capacity, and is of one model.
func unexpected(run *record.Run, rep *Report) []string {
	if run.Capacity == nil && len(run.Steps) == 1 {
		return surprising(run, rep)
	}
	return missing(run, rep)
}

// expected is what the load that was asked for leaves open.
func expected(run *record.Run) []string {
	var out []string
	say := func(text string) { out = append(out, text) }
	open := len(ofModel(pointsOf(run), true))
	switch closed := len(ofModel(pointsOf(run), false)); {
	case open+closed == 0:
	case open == 0:
		say("No step offered a rate of arrivals, so there is no chart of response time by load: a fixed number of requests in flight waits when the service does.")
	case closed == 0:
		say("No step kept a fixed number of requests in flight, so there is no chart of throughput by requests in flight.")
	}
	if len(run.Steps) == 1 {
		say("One step shows how one load went; where the limits are takes a sweep.")
	}
	if run.Capacity == nil {
		say("No capacity was derived, and so no limit is recommended.")
	} else if infeasible(run) != "" {
		say("No limit is recommended: none makes the service keep the objective.")
	} else if run.Recommendation == nil {
		say("No limit is recommended: there is no capacity that one could be set by.")
	}
	if run.Settings.SLO == nil {
		say("No objective (SLO) was given, so no load passed or failed one.")
	}
	return out
}

// surprising is what is missing of what such a run usually has.
func surprising(run *record.Run, rep *Report) []string {
	var out []string
	say := func(text string, a ...any) { out = append(out, fmt.Sprintf(text, a...)) }
	if len(rep.Charts) == 0 {
		say("No step measured anything that could be drawn.")
	}
	if len(run.Steps) > mostShown {
		say("Tables and charts show %d of %d steps, evenly spread.", mostShown, len(run.Steps))
	}
	if n := withoutDistribution(run); n > 0 {
		say("Steps without a distribution of response times: %d of %d.", n, len(run.Steps))
	}
	if rep.Embedded == nil {
		say("The result is not embedded here: it is too large for a page, or holds numbers that JSON has no word for.")
	}
	return out
}

func withoutDistribution(run *record.Run) int {
	n := 0
	for i := range run.Steps {
		if len(run.Steps[i].Distribution) == 0 {
			n++
		}
	}
	return n
}
