package report

import (
	"strconv"

	"loadline/attack/record"
	"loadline/report/units"
)

// healthColumns show whether the generator kept up.
var healthColumns = []column[numbered]{
	{Column{"#", "Step", true, 0}, func(s numbered) string { return strconv.Itoa(s.n) }},
	{Column{"load", "Load asked for", true, 0}, func(s numbered) string { return loadName(s.Load) }},
	{Column{"cpu", "CPU cores the generator used", true, 0}, func(s numbered) string { return units.Number(value(s.Generator.CPUCores)) }},
	{Column{"lag p50", "Median time from intended to actual start", true, 2}, func(s numbered) string { return span(lagOf(s).P50) }},
	{Column{"lag p99", "99th percentile of the same", true, 0}, func(s numbered) string { return span(lagOf(s).P99) }},
	{Column{"dropped", "Requests scheduled and never sent", true, 0}, func(s numbered) string { return units.Count(s.Dropped) }},
	{Column{"opened", "Connections opened", true, 1}, func(s numbered) string { return units.Count(conns(s).Opened) }},
	{Column{"reused", "Requests on a connection that was open already", true, 1}, func(s numbered) string { return units.Count(conns(s).Reused) }},
	{Column{"protocol", "Protocol as negotiated", false, 3}, func(s numbered) string { return short(conns(s).Protocol, 12) }},
	{Column{"limited by", "What of the generator spoiled the step", false, 0}, limitedCell},
}

func healthTable(steps []numbered) Table { return tableOf(healthColumns, steps).withoutEmpty() }

func lagOf(s numbered) record.Lag {
	if s.Lag == nil {
		return record.Lag{}
	}
	return *s.Lag
}

func conns(s numbered) record.Connections {
	if s.Conns == nil {
		return record.Connections{}
	}
	return *s.Conns
}

func limitedCell(s numbered) string {
	if !s.Limited() {
		return ""
	}
	return short(*s.Generator.Limited, 40)
}

// limitedSteps is how many steps the generator spoiled.
func limitedSteps(run *record.Run) int {
	n := 0
	for i := range run.Steps {
		if run.Steps[i].Limited() {
			n++
		}
	}
	return n
}
