package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"loadline/attack/record"
	"loadline/report/units"
)

// settings are the choices that shaped the run; what was not chosen is left out.
func settings(run *record.Run) []Pair {
	s := run.Settings
	var p pairs
	p.add("Target", run.Target.Method+" "+run.Target.URL)
	if run.Target.Requests > 1 {
		p.add("Requests in the mix", strconv.Itoa(run.Target.Requests))
	}
	p.text("Protocol", run.Target.Protocol)
	p.text("Objective (SLO)", s.SLO)
	p.span("Budget of load time", s.Budget)
	if s.Fraction > 0 {
		p.add("Limit as a share of what is in flight at the maximum", units.Percent(s.Fraction))
	}
	if s.Headroom != nil {
		p.add("Headroom, set by hand", units.Percent(value(s.Headroom)))
	}
	p.add("Arrivals", string(s.Arrivals))
	p.add("Answers that count as ok", s.OKStatus)
	if s.Timeout > 0 {
		p.add("Timeout", span(&s.Timeout))
	}
	p.float("Highest rate allowed", s.MaxRate, units.Rate)
	if s.MaxInFlight != nil {
		p.add("Most in flight allowed", strconv.Itoa(*s.MaxInFlight))
	}
	p.float("Overload tried, times the maximum", s.Overload, units.Times)
	p.add("Fixed rates", joined(s.Rates, units.Rate))
	p.add("Fixed concurrencies", joined(s.Concurrency, strconv.Itoa))
	p.span("Duration of a step", s.StepDuration)
	return p
}

// reproduce says how to measure it again, and on what it was measured.
func reproduce(run *record.Run) []Pair {
	var p pairs
	g := run.Generator
	p.add("Command", run.Settings.Command)
	p.add("Version", run.Version)
	p.add("Seed", strconv.FormatUint(run.Settings.Seed, 10))
	if !run.Started.IsZero() {
		p.add("Started", run.Started.UTC().Format(time.RFC3339))
	}
	p.add("Time under load", fmt.Sprintf("%s of %s", span(&run.Load), span(&run.Wall)))
	p.add("Engine", g.Engine)
	p.add("Generator's host", strings.TrimSpace(g.OS+" "+g.Arch))
	if g.Cores > 0 {
		p.add("Generator's CPU", units.Cores(g.Cores))
	}
	p.add("Kernel", g.Kernel)
	p.float("Generator's own ceiling", g.Ceiling, units.Rate)
	if g.Bias != nil {
		p.add("Client's time on top of the wire", "p50 "+span(g.Bias.P50)+", p99 "+span(g.Bias.P99))
	}
	return p
}

type pairs []Pair

func (p *pairs) add(name, value string) {
	if value = line(value); value != "" && value != units.Missing {
		*p = append(*p, Pair{name, value})
	}
}

func (p *pairs) text(name string, value *string) {
	if value != nil {
		p.add(name, *value)
	}
}

func (p *pairs) span(name string, value *record.Span) { p.add(name, span(value)) }

func (p *pairs) float(name string, v *float64, format func(float64) string) {
	p.add(name, format(value(v)))
}

func joined[T any](values []T, format func(T) string) string {
	var out []string
	for _, v := range values {
		out = append(out, format(v))
	}
	return strings.Join(out, ", ")
}
