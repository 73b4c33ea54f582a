package report

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

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

// mergedBuckets merges neighbours until there are at most so many: a coarser
// histogram of the same samples.
func mergedBuckets(buckets []record.Bucket, most int) []record.Bucket {
	if len(buckets) <= most {
		return buckets
	}
	if most == 0 {
		return nil
	}
	var out []record.Bucket
	each := (len(buckets) + most - 1) / most
	for group := range slices.Chunk(buckets, each) {
		merged := record.Bucket{Upper: group[len(group)-1].Upper}
		for _, b := range group {
			merged.Count += b.Count
		}
		out = append(out, merged)
	}
	return out
}

// mergedWindows merges neighbours; what does not fill the last window is left out.
func mergedWindows(w *record.Windows, most int) *record.Windows {
	if w == nil || len(w.InFlight) <= most {
		return w
	}
	if most == 0 {
		return nil
	}
	each := (len(w.InFlight) + most - 1) / most
	return &record.Windows{
		Length: w.Length * record.Span(each),
		Sent:   sums(w.Sent, each), Bad: sums(w.Bad, each), OK: sums(w.OK, each),
		Shed: sums(w.Shed, each), Failed: sums(w.Failed, each), InFlight: means(w.InFlight, each),
	}
}

func sums(column []int64, each int) []int64 {
	out := []int64{}
	for ; len(column) >= each; column = column[each:] {
		var sum int64
		for _, v := range column[:each] {
			sum += v
		}
		out = append(out, sum)
	}
	return out
}

func means(column []float64, each int) []float64 {
	out := []float64{}
	for ; len(column) >= each; column = column[each:] {
		mean := 0.0
		for _, v := range column[:each] {
			mean += v / float64(each)
		}
		out = append(out, mean)
	}
	return out
}

func shortErrors(classes []record.ErrorClass) []record.ErrorClass {
	out := slices.Clone(classes[:min(len(classes), mostClasses)])
	for i := range out {
		out[i].Class, out[i].Example = cut(out[i].Class), cut(out[i].Example)
	}
	return out
}

func shortTexts(texts []string) []string {
	out := slices.Clone(texts[:min(len(texts), mostClasses)])
	for i := range out {
		out[i] = cut(out[i])
	}
	return out
}

func shortFindings(findings []record.Finding) []record.Finding {
	out := slices.Clone(findings[:min(len(findings), 4*mostClasses)])
	for i := range out {
		out[i].Kind, out[i].Text, out[i].Evidence = cut(out[i].Kind), cut(out[i].Text), cut(out[i].Evidence)
	}
	return out
}

func shortConns(c *record.Connections) *record.Connections {
	if c == nil {
		return nil
	}
	out := *c
	out.Hits, out.Protocol = mostFrequent(c.Hits), cut(c.Protocol)
	return &out
}

func mostFrequent(counts map[string]int64) map[string]int64 {
	if len(counts) <= mostClasses {
		return counts
	}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return int(min(max(counts[b]-counts[a], -1), 1))
		}
		if a < b {
			return -1
		}
		return 1
	})
	out := map[string]int64{}
	for _, k := range keys[:mostClasses] {
		out[cut(k)] = counts[k]
	}
	return out
}

// cut is the start of a text, whole characters only.
func cut(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.ToValidUTF8(s[:min(len(s), mostText)], "")
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
