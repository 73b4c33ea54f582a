package reporttest

import (
	"math/rand/v2"
	"time"

	"loadline/attack/record"
)

// plan collects the steps of a run, one trial after the other.
type plan struct {
	station *station
	run     *record.Run
	length  time.Duration
	now     time.Duration
}

func newPlan(s station, length time.Duration) *plan {
	s.random = rand.New(rand.NewPCG(1, 2))
	return &plan{station: &s, run: frame(), length: length}
}

func (p *plan) closed(phase record.Phase, levels ...int) {
	for _, n := range levels {
		p.measure(phase, record.ClosedLoad(n))
	}
}

func (p *plan) open(phase record.Phase, rates ...float64) {
	for _, r := range rates {
		p.measure(phase, record.OpenLoad(r, record.Poisson))
	}
}

func (p *plan) measure(phase record.Phase, load record.Load) {
	trial := record.Trial{Phase: phase, Load: load, Warmup: p.length / 6, Duration: p.length}
	step := p.station.measure(trial)
	step.Start = record.Span(p.now)
	cpu := 0.04
	step.Generator.CPUCores = &cpu
	step.Conns = &record.Connections{Opened: 8, Reused: max(0, step.Sent-8), Protocol: "HTTP/1.1"}
	p.now += p.length
	p.run.Steps = append(p.run.Steps, step)
	p.run.Load, p.run.Wall = record.Span(p.now), record.Span(p.now+3*time.Second)
}

// frame is a run without steps: what was run where.
func frame() *record.Run {
	ceiling, overload := 61234.0, 2.0
	slo, protocol := "p99<250ms,errors<1%", "HTTP/1.1"
	return &record.Run{
		Schema: record.Schema, Complete: true, Version: "v0.1.0",
		Started: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC),
		Target:  record.Target{URL: "http://127.0.0.1:8080/", Method: "GET", Protocol: &protocol, Requests: 1},
		Generator: record.Generator{
			Engine: "vegeta", Cores: 2, OS: "linux", Arch: "amd64", Kernel: "6.1.0-18-amd64", Ceiling: &ceiling,
		},
		Settings: record.Settings{
			Command: "loadline sweep http://127.0.0.1:8080/ --slo 'p99<250ms,errors<1%'",
			SLO:     &slo, Budget: record.SpanOf(2 * time.Minute), Fraction: 0.9, Arrivals: record.Poisson, Seed: 1,
			Timeout: record.Span(10 * time.Second), Overload: &overload, OKStatus: "200-399",
		},
		Steps: []record.Step{}, Findings: []record.Finding{},
	}
}

func about(value, half float64) *record.Estimate {
	return &record.Estimate{Value: value, Low: value - half, High: value + half, Confidence: 0.95}
}

func pointer[T any](v T) *T { return &v }
