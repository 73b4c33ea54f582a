package report

import (
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
		quantileChart(run, points),
		serviceChart(open, closed),
		balanceChart(open),
	} {
		if c.finish() {
			c.Table = c.numbers()
			out = append(out, c)
		}
	}
	shareAxes(out)
	return out
}

func timeAxis(title string) Axis { return Axis{Title: title, Unit: units.Second} }

func responseLines(points []point) []Line {
	p50, p95, p99 := Line{Name: "p50", Role: P50}, Line{Name: "p95", Role: P95}, Line{Name: "p99", Role: P99}
	for _, p := range points {
		p50.add(p.level, p.response.p50, p)
		p95.add(p.level, p.response.p95, p)
		p99.add(p.level, p.response.p99, p)
	}
	return []Line{p50, p95, p99}
}

// serviceChart puts the time from the actual start beside the time from the
// intended one: where they part, requests waited in the client.
func serviceChart(open, closed []point) Chart {
	c := Chart{ID: ServiceChart, Section: Closer, Title: "Service time and response time", X: loadAxis(), Y: timeAxis("time")}
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
