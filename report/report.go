package report

import (
	"encoding/json"

	"loadline/attack/record"
)

// Report is the document that all renderers share. Its texts are printable:
// control characters of hostile services are escaped already.
type Report struct {
	Title     string   // "Capacity of GET http://…"
	Headline  []string // the verdict in sentences, the most important first; never empty
	Badge     Badge
	Because   []string // why this limit
	Charts    []Chart  // in reading order; none where nothing was measured
	Clauses   []Clause
	Steps     Table
	Strips    []Strip // how each step went over its time
	Notes     []string
	Findings  []Finding
	Health    Table // of the generator, a row a step
	Settings  []Pair
	Reproduce []Pair
	Missing   []string        // what is not here, and why
	Surprises []string        // of Missing, what whoever asked for such a run did not know anyway
	Embedded  json.RawMessage // the result, strict JSON; nil where it is too large for a page
}

// Pair is a name and its value.
type Pair struct{ Name, Value string }

// Finding is one thing that the measurement shows.
type Finding struct {
	Severity, Kind, Text, Evidence string
}

// New draws up the report on a run. The run is not changed.
func New(run *record.Run) *Report {
	run, text := embedded(bounded(run))
	points, steps := pointsOf(run), shown(run.Steps)
	judged := clauses(run, points)
	rep := &Report{
		Title:     title(run),
		Headline:  headline(run, judged),
		Badge:     badge(run, judged),
		Because:   because(run),
		Charts:    charts(run, points),
		Clauses:   judged,
		Steps:     stepTable(steps),
		Strips:    strips(steps),
		Notes:     notes(steps),
		Findings:  findings(run),
		Health:    healthTable(steps),
		Settings:  settings(run),
		Reproduce: reproduce(run),
		Embedded:  text,
	}
	rep.Missing, rep.Surprises = missing(run, rep), unexpected(run, rep)
	return rep
}

// Chart is the chart of that name; nil where there is none.
func (r *Report) Chart(id string) *Chart {
	for i := range r.Charts {
		if r.Charts[i].ID == id {
			return &r.Charts[i]
		}
	}
	return nil
}

func title(run *record.Run) string {
	if run.Target.URL == "" {
		return "Load report"
	}
	return "Load report of " + line(run.Target.Method+" "+run.Target.URL)
}

func findings(run *record.Run) []Finding {
	var out []Finding
	for _, f := range run.Findings {
		out = append(out, Finding{string(f.Severity), line(f.Kind), thousands(line(f.Text)), thousands(line(f.Evidence))})
	}
	return out
}

func because(run *record.Run) []string {
	if !recommends(run) {
		return nil
	}
	var out []string
	for _, reason := range run.Recommendation.Because {
		out = append(out, thousands(line(reason)))
	}
	return out
}
