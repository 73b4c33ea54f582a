package report

import (
	"encoding/json"
	"slices"

	"loadline/attack/record"
)

// What a page can carry, whatever the run.
const (
	mostBuckets  = 2400   // of all steps together
	drawnBuckets = 120    // of a step whose distribution is drawn
	mostWindows  = 2400   // of all steps together
	stepWindows  = 60     // of one of them
	mostClasses  = 12     // of errors, of status codes and of addresses, a step
	mostText     = 2000   // bytes of one text
	mostEmbedded = 450000 // bytes of the embedded result
)

// bounded is the run with neighbouring buckets and windows merged and texts
// cut, so that a page can carry it. Bounding a bounded run changes nothing, so
// that a report drawn from the embedded result is the same.
func bounded(run *record.Run) *record.Run {
	out := *run
	out.Steps = slices.Clone(run.Steps)
	if out.Steps == nil {
		out.Steps = []record.Step{}
	}
	drawn := pickedSteps(&out, pointsOf(&out))
	for i := range out.Steps {
		s := &out.Steps[i]
		room := min(drawnBuckets, mostBuckets/len(out.Steps))
		if slices.Contains(drawn, i+1) {
			room = drawnBuckets
		}
		s.Distribution = mergedBuckets(s.Distribution, room)
		s.Windows = mergedWindows(s.Windows, min(stepWindows, mostWindows/len(out.Steps)))
		s.Errors = shortErrors(s.Errors)
		s.Warnings = shortTexts(s.Warnings)
		s.StatusCodes = mostFrequent(s.StatusCodes)
		s.Conns = shortConns(s.Conns)
	}
	out.Findings = shortFindings(run.Findings)
	out.Target.URL = cut(run.Target.URL)
	out.Settings.Command = cut(run.Settings.Command)
	return &out
}

// embedded is the run as JSON without white space, and the run that is read
// back from it: what the report is drawn from, so that it can be drawn again.
// Where JSON has no word for a number, or the text is too long, there is none.
func embedded(run *record.Run) (*record.Run, json.RawMessage) {
	text, err := json.Marshal(run)
	if err != nil || len(text) > mostEmbedded {
		return run, nil
	}
	var again record.Run
	if err := json.Unmarshal(text, &again); err != nil {
		return run, nil
	}
	text, err = json.Marshal(&again) // bytes that are no UTF-8 are settled only now
	if err != nil {
		return run, nil
	}
	return &again, text
}
