package report

import (
	"strconv"
	"strings"

	"loadline/attack/record"
	"loadline/report/units"
)

// Measured is a step as it was recorded; renderers that show one step take it
// by this name.
type Measured = record.Step

// stepColumns is the step table: what was asked, what came back, how it felt.
var stepColumns = []column[numbered]{
	{Column{"#", "Step", true, 0}, func(s numbered) string { return strconv.Itoa(s.n) }},
	{Column{"phase", "Phase of the run", false, 5}, func(s numbered) string { return line(string(s.Phase)) }},
	{Column{"load", "Load asked for", true, 0}, func(s numbered) string { return loadName(s.Load) }},
	{Column{"sent", "Requests sent per second", true, 8}, func(s numbered) string { return rate(s.SentRate) }},
	{Column{"goodput", "Successful answers per second", true, 0}, goodputCell},
	{Column{"+/-", "Half of its interval", true, 7}, func(s numbered) string { return halfWidth(s.Goodput) }},
	{Column{"p50", "Median response time of accepted requests", true, 2}, func(s numbered) string { return units.Seconds(quantilesOf(s.Response.OK).p50) }},
	{Column{"p95", "95th percentile of the same", true, 9}, func(s numbered) string { return units.Seconds(quantilesOf(s.Response.OK).p95) }},
	{Column{"p99", "99th percentile of the same", true, 0}, func(s numbered) string { return units.Seconds(quantilesOf(s.Response.OK).p99) }},
	{Column{"ok", "Share of the requests sent that were answered well", true, 6}, func(s numbered) string { return share(s.Ended(), s.Ended().OK) }},
	{Column{"shed", "Share refused on purpose", true, 1}, func(s numbered) string { return share(s.Ended(), s.Ended().Shed) }},
	{Column{"failed", "Share of errors and timeouts", true, 1}, func(s numbered) string { return share(s.Ended(), s.Ended().Failed()) }},
	{Column{"in flight", "Requests in flight, time average", true, 4}, func(s numbered) string { return units.Number(value(s.InFlight.Mean)) }},
	{Column{"cpu", "CPU cores the service used", true, 10}, func(s numbered) string { return units.Number(value(used(s).CPUCores)) }},
	{Column{"memory", "Memory the service used", true, 11}, func(s numbered) string { return memory(used(s).MemoryBytes) }},
	{Column{"remark", "What was special", false, 3}, func(s numbered) string { return remark(s.Step) }},
}

func stepTable(steps []numbered) Table { return tableOf(stepColumns, steps).withoutEmpty() }

// StepRow is the table's row of one step, for progress while a run lasts; the
// number is 0 and shown as "0".
func StepRow(s *Measured) Table { return tableOf(stepColumns, []numbered{{0, s}}) }

// loadName is the load in words: "200/s", "8 in flight".
func loadName(l record.Load) string {
	if l.Model == record.Closed {
		return strconv.Itoa(l.Concurrency) + " in flight"
	}
	return units.Rate(l.RateRPS)
}

func used(s numbered) record.Resources {
	if s.Resources == nil {
		return record.Resources{}
	}
	return *s.Resources
}

func memory(n *int64) string {
	if n == nil {
		return units.Missing
	}
	return units.Bytes(*n)
}

func goodputCell(s numbered) string {
	if !sound(s.Goodput) {
		return units.Missing
	}
	return units.Rate(s.Goodput.Value)
}

// halfWidth is half the interval as a share of the value.
func halfWidth(e *record.Estimate) string {
	if !sound(e) || e.Value <= 0 {
		return units.Missing
	}
	return units.Percent(e.HalfWidth())
}

func share(c record.Counts, n int64) string {
	if c.Total() == 0 {
		return units.Missing
	}
	return units.Percent(c.Share(n))
}

// remark is what was special about a step, in a few words; the notes say it in full.
func remark(s *record.Step) string {
	switch {
	case s.Limited():
		return "generator: " + short(*s.Generator.Limited, 24)
	case s.Stopped != "":
		return "stopped: " + short(s.Stopped, 24)
	case s.Ended().Failed() > 0 && len(s.Errors) > 0:
		return short(s.Errors[0].Class, 24)
	case s.Dropped > 0:
		return units.Count(s.Dropped) + " dropped"
	case len(s.Warnings) > 0:
		return "see notes"
	}
	return ""
}

// notes say in full what was special about which step.
func notes(steps []numbered) []string {
	var out []string
	for _, s := range steps {
		parts := special(s)
		if len(parts) > 0 {
			out = append(out, "Step "+strconv.Itoa(s.n)+" ("+loadName(s.Load)+"): "+strings.Join(parts, "; "))
		}
	}
	return out
}

// special is what was special about a step; the step's own warnings say it
// best, and what they leave out is added.
func special(s numbered) []string {
	var parts []string
	for _, e := range s.Errors {
		if e.Class != record.Interrupted { // its warning says it in plain words
			parts = append(parts, errorClass(e))
		}
	}
	if s.Stopped != "" {
		parts = append(parts, "ended early: "+line(s.Stopped))
	}
	for _, w := range s.Warnings {
		parts = append(parts, thousands(line(w)))
	}
	if len(s.Warnings) == 0 && s.Limited() {
		parts = append(parts, "spoiled by the generator ("+line(*s.Generator.Limited)+")")
	}
	if len(s.Warnings) == 0 && s.Dropped > 0 {
		parts = append(parts, units.Count(s.Dropped)+" of "+units.Count(s.Scheduled)+" requests were never sent")
	}
	return parts
}

func errorClass(e record.ErrorClass) string {
	text := units.Count(e.Count) + " x " + line(e.Class)
	if e.Example != "" {
		text += " (such as: " + line(e.Example) + ")"
	}
	return text
}
