package report

import (
	"loadline/attack/record"
	"loadline/report/units"
)

func inFlightAxis() Axis { return Axis{Title: "requests kept in flight", Unit: units.Whole} }

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
		ID: ThroughputChart, Section: ByInFlight, Title: "Throughput, by requests in flight",
		X: inFlightAxis(), Y: Axis{Title: "answers per second", Unit: units.PerSecond},
		Lines: []Line{goodput, all}, Marks: append(concurrencyMarks(run), maximumMark(run, true)...),
	}
	c.Desc = "Answers per second with a fixed number of requests in flight. " + ends(c.Lines)
	return c
}

func concurrencyChart(run *record.Run, closed []point) Chart {
	c := Chart{
		ID: ConcurrencyChart, Section: ByInFlight, Title: "Response time, by requests in flight",
		X: inFlightAxis(), Y: timeAxis("response time"),
		Lines: responseLines(closed), Marks: concurrencyMarks(run),
	}
	c.Desc = "The response time of accepted requests with a fixed number of requests in flight. " + ends(c.Lines)
	return c
}
