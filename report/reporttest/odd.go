package reporttest

import (
	"math"
	"strings"
	"time"

	"loadline/attack/record"
)

// RateLimited is a run that a limiter of five per second cut off.
func RateLimited() *record.Run {
	p := newPlan(station{servers: 64, service: 2 * time.Millisecond}, 3*time.Second)
	p.closed(record.Base, 1)
	p.open(record.Objective, 4, 8, 20)
	for i := range p.run.Steps {
		s := &p.run.Steps[i]
		refused := s.Counts.OK * 9 / 10
		s.Counts.OK, s.Counts.Shed = s.Counts.OK-refused, refused
		s.StatusCodes = map[string]int64{"200": s.Counts.OK, "429": refused}
		s.Response.Shed, s.Goodput = s.Response.OK, about(5, 0.2)
	}
	p.run.Capacity = &record.Capacity{Outcome: record.RateLimited, MaxThroughput: about(5, 0.1)}
	p.run.Findings = []record.Finding{{Kind: "rate-limited", Severity: record.Warn, Text: "300 requests pass in every 60 s, whatever is asked: a policy, not a capacity.", Evidence: "429 with Retry-After: 60"}}
	return p.run
}

// ClosedPort is a run in which nobody listened.
func ClosedPort() *record.Run {
	run := frame()
	run.Steps = []record.Step{{
		Phase: record.Preflight, Load: record.ClosedLoad(1), Duration: record.Span(time.Second),
		Scheduled: 3, Sent: 3, Counts: record.Counts{Error: 3}, StatusCodes: map[string]int64{},
		Errors:   []record.ErrorClass{{Class: "connection_refused", Count: 3, Example: "dial tcp 127.0.0.1:1: connect: connection refused"}},
		Warnings: []string{},
	}}
	run.Capacity = &record.Capacity{Outcome: record.None}
	run.Findings = []record.Finding{{Kind: "unreachable", Severity: record.Fail, Text: "Nothing listens on 127.0.0.1:1.", Evidence: "3 x connection_refused"}}
	return run
}

// Interrupted is a sweep that was stopped while it looked for the knee.
func Interrupted() *record.Run {
	run := Sweep()
	run.Complete, run.Steps = false, run.Steps[:9]
	run.Capacity, run.Recommendation, run.Findings = nil, nil, nil
	return run
}

// OneStep is an attack with one constant load.
func OneStep() *record.Run {
	p := newPlan(station{servers: 8, service: 40 * time.Millisecond, spread: 0.2}, 2*time.Second)
	p.open(record.Attack, 100)
	p.run.Settings.SLO = nil
	return p.run
}

// Empty is a run that ended before anything was measured.
func Empty() *record.Run {
	run := frame()
	run.Complete = false
	return run
}

// Bare is a step with all that may be null at null.
func Bare() *record.Run {
	run := frame()
	run.Steps = []record.Step{
		{Phase: record.Attack, Load: record.OpenLoad(10, record.Constant)},
		{Phase: record.Probe, Load: record.ClosedLoad(4)},
	}
	run.Capacity, run.Recommendation = &record.Capacity{}, &record.Recommendation{}
	return run
}

// Hostile texts act on terminals, pages and readers.
const (
	escape   = "\x1b]0;owned\x07\x1b[31mred\x1b[2J"
	script   = `"><script>alert(1)</script><img src=x onerror=alert(2)>`
	reversed = "user\u202etxt.exe\u2066"
)

// Hostile is a run full of texts that a service or a user may have made up.
func Hostile() *record.Run {
	run := Interrupted()
	all := escape + script + reversed + "\r\n\t\x00\xff" + strings.Repeat("long ", 2000)
	run.Target.URL, run.Target.Method = "http://127.0.0.1/?q="+all, script
	run.Version, run.Settings.Command, run.Generator.Engine = all, all, all
	run.Settings.SLO = pointer("p99<" + script + "," + all + ",p95<200ms")
	run.Findings = []record.Finding{{Kind: all, Severity: record.Warn, Text: all, Evidence: all}}
	for i := range run.Steps {
		s := &run.Steps[i]
		s.Warnings = []string{all, "</script><script>alert(3)</script>", "]]><!--"}
		s.Errors = []record.ErrorClass{{Class: script, Count: 1, Example: all}}
		s.Generator.Limited, s.Stopped = pointer(all), all
		s.Conns.Protocol = escape
	}
	run.Recommendation = &record.Recommendation{Because: []string{all}, Headroom: record.Headroom{Reason: all}}
	return run
}

// Long is a run of 240 steps, more than a page shows in full.
func Long() *record.Run {
	p := newPlan(station{servers: 8, service: 40 * time.Millisecond, spread: 0.3, timeout: time.Second}, 2*time.Second)
	p.open(record.Staircase, 20, 60, 100, 140, 180, 220, 260, 300)
	measured := p.run.Steps
	for i := range 240 - len(measured) {
		step := measured[i%len(measured)]
		step.Load.RateRPS += float64(1 + i/8)
		step.SentRate, step.Offered = &step.Load.RateRPS, &step.Load.RateRPS
		p.run.Steps = append(p.run.Steps, step)
	}
	return p.run
}

// Extreme has numbers from 1e-9 to 1e9, and some that are none.
func Extreme() *record.Run {
	run := frame()
	for i, rate := range []float64{1e-9, 1e-3, 1, 1e3, 1e6, 1e9, math.MaxFloat64} {
		run.Steps = append(run.Steps, extremeStep(i, rate))
	}
	run.Steps = append(run.Steps, extremeStep(7, 1), run.Steps[3])
	run.Steps[7].Load = record.ClosedLoad(math.MaxInt32)
	run.Steps[8].Load = record.ClosedLoad(1)
	nan := math.NaN()
	run.Steps[6].Throughput, run.Steps[6].Goodput = &nan, &record.Estimate{Value: math.Inf(1), Low: nan, High: nan}
	run.Capacity = &record.Capacity{Outcome: record.Found, MaxThroughput: &record.Estimate{Value: nan}, Knee: about(1e9, 1e9), SLOCapacity: about(1e-9, 0)}
	run.Recommendation = &record.Recommendation{InFlightLimit: math.MaxInt, Fraction: 0.9, Rate: pointer(math.Inf(-1))}
	return run
}

func extremeStep(i int, rate float64) record.Step {
	times := &record.Quantiles{
		Count: math.MaxInt32, P50: record.SpanOf(time.Duration(i)), P95: record.SpanOf(time.Duration(math.Pow10(2 * i))),
		P99: record.SpanOf(math.MaxInt64), Max: record.SpanOf(math.MaxInt64),
	}
	return record.Step{
		Phase: record.Staircase, Load: record.OpenLoad(rate, record.Constant),
		Scheduled: math.MaxInt32, Sent: math.MaxInt32, Counts: record.Counts{OK: math.MaxInt32 - 1, Error: 1},
		Offered: &rate, SentRate: pointer(rate), Throughput: pointer(rate), Goodput: about(rate, rate),
		Response: record.Latencies{OK: times}, Service: record.Latencies{OK: times},
		Windows:      &record.Windows{Length: 1, InFlight: []float64{0, 1e300, math.NaN(), -1, 1e-300, 1, 2}, OK: []int64{0, math.MaxInt64}},
		Distribution: []record.Bucket{{Upper: 1, Count: 1}, {Upper: math.MaxInt64, Count: math.MaxInt32 - 2}},
	}
}
