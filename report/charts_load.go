package report

import (
	"slices"

	"loadline/attack/record"
	"loadline/report/units"
)

func loadAxis() Axis {
	return Axis{Title: "offered load: requests due per second", Unit: units.PerSecond}
}

// latencyChart is the main picture: how it feels as load rises.
func latencyChart(run *record.Run, open []point) Chart {
	c := Chart{
		ID: LatencyChart, Section: ByLoad, Title: "Response time of accepted requests, by load",
		X: loadAxis(), Y: timeAxis("response time"),
		Lines: responseLines(open),
		Marks: append(loadMarks(run), objectiveMarks(run, true)...),
	}
	c.Desc = "The response time, counted from when each request was due, against the load that was offered. " + ends(c.Lines)
	return c
}

// achievedChart is the same against what came of the load: the line turns
// upwards at the maximum, and back where the service collapses.
func achievedChart(run *record.Run, open []point) Chart {
	c := Chart{
		ID: AchievedChart, Section: ByLoad, Title: "Response time of accepted requests, by achieved load",
		X: Axis{Title: "achieved load: successful answers per second", Unit: units.PerSecond}, Y: timeAxis("response time"),
		Marks: append(loadMarks(run), objectiveMarks(run, true)...),
	}
	lines := []Line{{Name: "p50", Role: P50, Course: true}, {Name: "p95", Role: P95, Course: true}, {Name: "p99", Role: P99, Course: true}}
	for _, p := range open {
		if p.goodput == nil {
			continue
		}
		for i, v := range []float64{p.response.p50, p.response.p95, p.response.p99} {
			lines[i].add(p.goodput.Value, v, p)
		}
	}
	c.Lines = lines
	c.Desc = "The response time against the successful answers that came of the offered load, joined in the order of offered load: the line rises steeply at the maximum, and turns back where a service collapses. " + ends(lines)
	return c
}

// outcomeChart shows how requests ended, on the axis of the latency chart, or
// by what was in flight where no load was offered.
func outcomeChart(run *record.Run, open, closed []point) Chart {
	c := Chart{
		ID: OutcomeChart, Section: ByLoad, Title: "How requests ended, by load",
		X: loadAxis(), Y: Axis{Title: "share of the requests due", Unit: units.Ratio},
		Marks: append(loadMarks(run), objectiveMarks(run, false)...),
	}
	points := open
	if len(open) == 0 {
		points, c.Section, c.X, c.Marks = closed, ByInFlight, inFlightAxis(), concurrencyMarks(run)
		c.Title = "How requests ended, by requests in flight"
	}
	lines, never := outcomeLines(points)
	c.Lines = lines
	c.Y.take(1)
	c.Desc = "Of the requests that were due, the share that was answered well, refused on purpose, failed, or had no answer in time. " + ends(lines) + never
	return c
}

// outcomeLines leave out what never happened and say so; ok is always there.
func outcomeLines(points []point) (lines []Line, never string) {
	all := []Line{
		{Name: "ok", Role: OK}, {Name: "shed", Role: Shed}, {Name: "errors", Role: Error},
		{Name: "timeouts", Role: Timeout}, {Name: "never sent", Role: Dropped},
	}
	for _, p := range points {
		due := p.counts.Total() + p.dropped
		if due == 0 {
			continue
		}
		for i, n := range []int64{p.counts.OK, p.counts.Shed, p.counts.Error, p.counts.Timeout, p.dropped} {
			all[i].add(p.level, float64(n)/float64(due), p)
		}
	}
	var absent []string
	for _, l := range all {
		if l.Role == OK || slices.ContainsFunc(l.Points, func(p Point) bool { return p.Y > 0 }) {
			lines = append(lines, l)
			continue
		}
		if l.Role != Dropped {
			absent = append(absent, happened[l.Role])
		}
	}
	if len(absent) > 0 {
		never = " Nothing " + listed(absent, "or") + "."
	}
	return lines, never
}

// happened says what a request with that outcome did.
var happened = map[Role]string{Shed: "was shed", Error: "failed", Timeout: "timed out"}

// balanceChart shows whether what was asked for was sent and answered.
func balanceChart(open []point) Chart {
	sent, all, goodput := Line{Name: "sent", Role: Sent}, Line{Name: "all answers", Role: Throughput}, Line{Name: "goodput", Role: Goodput}
	for _, p := range open {
		sent.add(p.level, p.sent, p)
		all.add(p.level, p.throughput, p)
		if p.goodput != nil {
			goodput.addInterval(p.level, p.goodput.Value, p.goodput.Low, p.goodput.High, p)
		}
	}
	c := Chart{
		ID: BalanceChart, Section: Closer, Title: "Achieved against offered load", Diagonal: true,
		X: loadAxis(),
		Y: Axis{Title: "achieved per second", Unit: units.PerSecond}, Lines: []Line{sent, all, goodput},
	}
	c.Desc = "What was sent and what was answered against what the schedule asked for; on the diagonal both are equal. " + ends(c.Lines)
	return c
}
