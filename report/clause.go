package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"loadline/attack/record"
	"loadline/report/units"
)

// Clause is one condition of the SLO, with the last load that passed it and
// the first that failed; a load is units.Missing where there was none.
type Clause struct {
	Text                    string // "p99<250ms"
	Latency                 bool   // about response time; otherwise about a share of requests
	Threshold               float64
	LastPassed, PassedValue string
	FirstFailed, FailValue  string
	Unreadable              bool
	failedAt                float64
}

// clauses judges every clause on the open steps, or on the closed ones where
// there are no others. A load passes where every step at it did.
func clauses(run *record.Run, points []point) []Clause {
	if run.Settings.SLO == nil {
		return nil
	}
	judged := ofModel(points, true)
	if len(judged) == 0 {
		judged = points
	}
	judged = slices.DeleteFunc(slices.Clone(judged), func(p point) bool { return p.limited })
	slices.SortStableFunc(judged, func(a, b point) int { return cmp.Compare(a.level, b.level) })
	var out []Clause
	for _, text := range strings.Split(*run.Settings.SLO, ",") {
		out = append(out, judge(text, judged))
	}
	return out
}

func judge(text string, points []point) Clause {
	c := Clause{
		Text: line(text), LastPassed: units.Missing, PassedValue: units.Missing,
		FirstFailed: units.Missing, FailValue: units.Missing, failedAt: math.Inf(1),
	}
	metric, threshold, ok := parseClause(text)
	if !ok {
		c.Unreadable = true
		return c
	}
	c.Threshold, c.Latency = threshold, metric != "errors"
	for _, p := range points {
		v := metricOf(p, metric)
		switch {
		case math.IsNaN(v):
		case v > threshold && p.level < c.failedAt:
			c.failedAt, c.FirstFailed, c.FailValue = p.level, p.load, c.show(v)
		}
	}
	for _, p := range points {
		if v := metricOf(p, metric); v <= threshold && p.level < c.failedAt {
			c.LastPassed, c.PassedValue = p.load, c.show(v)
		}
	}
	return c
}

func (c *Clause) show(v float64) string {
	if c.Latency {
		return units.Seconds(v)
	}
	return units.Percent(v)
}

// firstBroken is the clause that fails at the smallest load; "" where none does.
func firstBroken(all []Clause) string {
	text, at := "", math.Inf(1)
	for _, c := range all {
		if c.failedAt < at {
			text, at = c.Text, c.failedAt
		}
	}
	return text
}

// parseClause reads "p99<250ms" or "errors<1%".
func parseClause(text string) (metric string, threshold float64, ok bool) {
	metric, limit, found := strings.Cut(text, "<")
	metric, limit = strings.TrimSpace(metric), strings.TrimSpace(strings.TrimPrefix(limit, "="))
	if !found {
		return "", 0, false
	}
	switch metric {
	case "errors":
		number, percent := strings.CutSuffix(limit, "%")
		v, err := strconv.ParseFloat(number, 64)
		if percent {
			v /= 100
		}
		return metric, v, err == nil && usable(v)
	case "p50", "p95", "p99", "max":
		d, err := time.ParseDuration(limit)
		return metric, d.Seconds(), err == nil
	}
	return "", 0, false
}

// metricOf is what a clause speaks of; a step without a success has no
// response time, and failed every clause about one.
func metricOf(p point, metric string) float64 {
	switch metric {
	case "errors":
		if p.counts.Total() == 0 {
			return math.NaN()
		}
		return p.counts.Share(p.counts.Failed())
	case "p50":
		return p.response.p50
	case "p95":
		return p.response.p95
	case "p99":
		return p.response.p99
	}
	return p.response.max
}
