package report

import (
	"slices"
	"strings"

	"loadline/attack/record"
	"loadline/report/units"
)

// charts are all pictures for which there is something to draw, in reading order.
func charts(run *record.Run, points []point) []Chart {
	open, closed := thinned(ofModel(points, true)), thinned(ofModel(points, false))
	var out []Chart
	for _, c := range []Chart{
		latencyChart(run, open),
		outcomeChart(run, open, closed),
		achievedChart(run, open),
		throughputChart(run, closed),
		concurrencyChart(run, closed),
		balanceChart(open),
		serviceChart(open, closed),
		quantileChart(run, points),
	} {
		if c.finish() {
			c.Table = c.numbers()
			out = append(out, c)
		}
	}
	shareAxes(out)
	return out
}

func loadAxis() Axis {
	return Axis{Title: "offered load: requests due per second", Unit: units.PerSecond}
}

func inFlightAxis() Axis { return Axis{Title: "requests kept in flight", Unit: units.Whole} }

func timeAxis(title string) Axis { return Axis{Title: title, Unit: units.Second} }

// latencyChart is the main picture: how it feels as load rises.
func latencyChart(run *record.Run, open []point) Chart {
	c := Chart{
		ID: LatencyChart, Title: "Response time of accepted requests, by load",
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
		ID: AchievedChart, Title: "Response time of accepted requests, by achieved load",
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

func responseLines(points []point) []Line {
	p50, p95, p99 := Line{Name: "p50", Role: P50}, Line{Name: "p95", Role: P95}, Line{Name: "p99", Role: P99}
	for _, p := range points {
		p50.add(p.level, p.response.p50, p)
		p95.add(p.level, p.response.p95, p)
		p99.add(p.level, p.response.p99, p)
	}
	return []Line{p50, p95, p99}
}

// outcomeChart shows how requests ended, on the axis of the latency chart, or
// by what was in flight where no load was offered.
func outcomeChart(run *record.Run, open, closed []point) Chart {
	c := Chart{
		ID: OutcomeChart, Title: "How requests ended, by load",
		X: loadAxis(), Y: Axis{Title: "share of the requests due", Unit: units.Ratio},
		Marks: append(loadMarks(run), objectiveMarks(run, false)...),
	}
	points := open
	if len(open) == 0 {
		points, c.Title, c.X, c.Marks = closed, "How requests ended, by requests in flight", inFlightAxis(), concurrencyMarks(run)
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

// throughputChart is where the knee is seen.
func throughputChart(run *record.Run, closed []point) Chart {
	goodput := Line{Name: "goodput", Role: Goodput}
	all := Line{Name: "all answers", Role: Throughput}
	for _, p := range closed {
		if p.goodput != nil {
			goodput.addInterval(p.level, p.goodput.Value, p.goodput.Low, p.goodput.High, p)
		}
		if p.counts.Total() > p.counts.OK {
			all.add(p.level, p.throughput, p)
		}
	}
	c := Chart{
		ID: ThroughputChart, Title: "Throughput, by requests in flight",
		X: inFlightAxis(), Y: Axis{Title: "answers per second", Unit: units.PerSecond},
		Lines: []Line{goodput, all}, Marks: append(concurrencyMarks(run), maximumMark(run, true)...),
	}
	c.Desc = "Answers per second with a fixed number of requests in flight. " + ends(c.Lines)
	return c
}

func concurrencyChart(run *record.Run, closed []point) Chart {
	c := Chart{
		ID: ConcurrencyChart, Title: "Response time, by requests in flight",
		X: inFlightAxis(), Y: timeAxis("response time"),
		Lines: responseLines(closed), Marks: concurrencyMarks(run),
	}
	c.Desc = "The response time of accepted requests with a fixed number of requests in flight. " + ends(c.Lines)
	return c
}

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
		ID: BalanceChart, Title: "Achieved against offered load", Diagonal: true,
		X: loadAxis(),
		Y: Axis{Title: "achieved per second", Unit: units.PerSecond}, Lines: []Line{sent, all, goodput},
	}
	c.Desc = "What was sent and what was answered against what the schedule asked for; on the diagonal both are equal. " + ends(c.Lines)
	return c
}

// serviceChart puts the time from the actual start beside the time from the
// intended one: where they part, requests waited in the client.
func serviceChart(open, closed []point) Chart {
	c := Chart{ID: ServiceChart, Title: "Service time and response time", X: loadAxis(), Y: timeAxis("time")}
	points := open
	if len(open) == 0 {
		points, c.X = closed, inFlightAxis()
	}
	lines := []Line{{Name: "response p99", Role: P99}, {Name: "response p50", Role: P50}, {Name: "service p99", Role: Service}, {Name: "service p50", Role: Service}}
	for _, p := range points {
		for i, v := range []float64{p.response.p99, p.response.p50, p.service.p99, p.service.p50} {
			lines[i].add(p.level, v, p)
		}
	}
	c.Lines = lines
	c.Desc = "Service time is counted from when a request was sent, response time from when it was due. Where they part, requests waited to be sent. " + ends(lines)
	return c
}

// ends tells in words where every line begins and ends.
func ends(lines []Line) string {
	var parts []string
	for _, l := range lines {
		path := l.Path()
		if len(path) == 0 {
			continue
		}
		unit := unitOf(l.Role)
		first, last := unit.Format(path[0].Y), unit.Format(path[len(path)-1].Y)
		if len(path) == 1 {
			parts = append(parts, l.Name+" "+first)
			continue
		}
		parts = append(parts, l.Name+" from "+first+" to "+last)
	}
	if len(parts) == 0 {
		return ""
	}
	return "From the first to the last: " + listed(parts, "and") + "."
}

// listed joins parts as a sentence does: "a, b and c".
func listed(parts []string, last string) string {
	n := len(parts)
	if n < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:n-1], ", ") + " " + last + " " + parts[n-1]
}

// unitOf is what a line of this role is measured in.
func unitOf(r Role) units.Unit {
	switch r {
	case OK, Shed, Error, Timeout, Dropped:
		return units.Ratio
	case Throughput, Goodput, Sent:
		return units.PerSecond
	}
	return units.Second
}
