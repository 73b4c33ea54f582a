package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"loadline/analyze/slo"
	"loadline/attack/record"
	"loadline/report/units"
)

// Clause is one condition of the SLO, with the greatest load at which it held
// and the smallest at which it broke; both are "none" where there was none. A
// load whose samples are too few to tell is neither.
type Clause struct {
	Text                     string // "p99<250ms"
	LastPassed, PassedValue  string
	FirstFailed, FailedValue string
	Unclear                  string // why no load shows whether it holds, if more can be said
	Unreadable               bool   // not a clause that this version knows

	clause   slo.Clause
	failedAt float64
}

const none = "none"

// Held says in words up to where the clause held, and from where on it did not.
func (c Clause) Held() string {
	passed, failed := with(c.LastPassed, c.PassedValue), with(c.FirstFailed, c.FailedValue)
	switch {
	case c.LastPassed == none && c.FirstFailed == none:
		return "no load shows whether it holds" + colon(c.Unclear)
	case c.LastPassed == none:
		return "no load was shown to keep it, broken from " + failed
	case c.FirstFailed == none:
		return "kept up to " + passed + ", no load was shown to break it"
	}
	return "kept up to " + passed + ", broken from " + failed
}

// with is a load and what was measured there.
func with(load, value string) string {
	if value == units.Missing {
		return load
	}
	return load + " (" + value + ")"
}

// clauses judges the objective on the open steps, or on the closed ones where
// there are no others.
func clauses(run *record.Run, points []point) []Clause {
	if run.Settings.SLO == nil {
		return nil
	}
	objective, err := slo.Parse(*run.Settings.SLO)
	if err != nil {
		return unreadable(*run.Settings.SLO)
	}
	judged := ofModel(points, true)
	if len(judged) == 0 {
		judged = points
	}
	asked := judged
	judged = slices.DeleteFunc(slices.Clone(judged), func(p point) bool { return p.limited || p.counts.Total() == 0 })
	slices.SortStableFunc(judged, func(a, b point) int { return cmp.Compare(a.level, b.level) })
	var out []Clause
	for i, c := range objective {
		clause := judge(objective, i, c, judged)
		if clause.LastPassed == none && clause.FirstFailed == none {
			clause.Unclear = unclear(objective, c, asked, judged)
		}
		out = append(out, clause)
	}
	return out
}

func unreadable(text string) []Clause {
	var out []Clause
	for _, part := range strings.Split(text, ",") {
		out = append(out, Clause{Text: line(part), Unreadable: true, failedAt: math.Inf(1)})
	}
	return out
}

func judge(objective slo.SLO, at int, c slo.Clause, points []point) Clause {
	out := Clause{
		Text: c.String(), LastPassed: none, PassedValue: units.Missing, FirstFailed: none, FailedValue: units.Missing,
		clause: c, failedAt: math.Inf(1),
	}
	holds := make([]slo.Holds, len(points))
	for i, p := range points {
		holds[i] = objective.Judge(p.step)[at].Holds
		if holds[i] == slo.No && p.level < out.failedAt {
			out.failedAt, out.FirstFailed, out.FailedValue = p.level, p.load, metric(c, p.step)
		}
	}
	for i, p := range points {
		if holds[i] == slo.Yes && p.level < out.failedAt {
			out.LastPassed, out.PassedValue = p.load, metric(c, p.step)
		}
	}
	return out
}

// firstBroken is the clause that breaks at the smallest load; "" where none does.
func firstBroken(all []Clause) string {
	text, at := "", math.Inf(1)
	for _, c := range all {
		if c.failedAt < at {
			text, at = c.Text, c.failedAt
		}
	}
	return text
}

// metric is the measured value that a clause bounds, in words. A refusal or a
// failure breaks a bound on response time as an endless answer would; where
// that is what broke it, it is said.
func metric(c slo.Clause, s *record.Step) string {
	switch c.Name {
	case slo.Errors:
		return share(s.Ended(), s.Ended().Failed())
	case slo.Shed:
		return share(s.Ended(), s.Ended().Shed)
	}
	q := s.Response.OK
	if q == nil {
		q = &record.Quantiles{}
	}
	at := map[string]*record.Span{
		"p50": q.P50, "p90": q.P90, "p95": q.P95, "p99": q.P99, "p999": q.P999, "max": q.Max, slo.Mean: q.Mean,
	}[c.Name]
	if at != nil && at.Std() > c.Limit {
		return span(at)
	}
	var parts []string
	switch {
	case at != nil:
		parts = append(parts, span(at))
	case q.Count > 0 && slo.Slower(s, c.Limit) > 0: // too few for the quantile; how many broke its bound is known all the same
		parts = append(parts, units.Percent(slo.Slower(s, c.Limit)/float64(q.Count))+" took longer")
	}
	if s.Ended().Shed > 0 {
		parts = append(parts, share(s.Ended(), s.Ended().Shed)+" refused")
	}
	if s.Ended().Failed() > 0 {
		parts = append(parts, share(s.Ended(), s.Ended().Failed())+" failed")
	}
	return cmp.Or(strings.Join(parts, ", "), units.Missing)
}
