package reporttest

import (
	"sync"
	"time"

	"loadline/attack/record"
)

// Runs are all fixtures by name, made once; nobody may change them.
var Runs = sync.OnceValue(func() map[string]*record.Run {
	return map[string]*record.Run{
		"sweep": Sweep(), "shedding": Shedding(), "toobusy": TooBusy(), "collapse": Collapse(),
		"rate-limited": RateLimited(), "closed-port": ClosedPort(), "interrupted": Interrupted(),
		"one-step": OneStep(), "empty": Empty(), "hostile": Hostile(), "long": Long(), "extreme": Extreme(),
		"concurrencies": Concurrencies(), "bare": Bare(), "zero": {},
	}
})

// Sweep is a whole sweep of eight servers of 40 ms with a queue behind them:
// at most 200/s, the knee at 8.
func Sweep() *record.Run {
	p := newPlan(station{servers: 8, service: 40 * time.Millisecond, spread: 0.1, timeout: 10 * time.Second}, 4*time.Second)
	p.closed(record.Base, 1)
	p.closed(record.Probe, 2, 4, 8, 16, 32)
	p.closed(record.Refine, 5, 7, 9, 11, 14, 8, 6)
	p.open(record.Objective, 100, 130, 150, 170, 180, 185, 190)
	p.open(record.Confirm, 180, 180)
	p.open(record.Overload, 300, 400)
	p.closed(record.Recovery, 1)
	p.closed(record.Check, 7)
	p.run.Capacity = &record.Capacity{
		Outcome: record.Found, MaxThroughput: about(197.4, 3.1), InFlightAtMax: about(8.2, 0.5),
		InFlightAtService: about(8.1, 0.5), Knee: about(8.2, 0.5), SLOCapacity: about(181, 3),
		Overload: &record.Behaviour{Behaviour: record.Queues, Factor: pointer(2.0), GoodputRetained: pointer(0.998), Recovery: record.SpanOf(4300 * time.Millisecond)},
	}
	p.run.Recommendation = &record.Recommendation{
		InFlightLimit: 7, Fraction: 0.9, Rate: pointer(163.0), Headroom: record.Headroom{Ratio: 0.1, Reason: "10% below the load that meets the SLO"},
		Because: []string{"90% of 8.2 in flight, rounded down"},
	}
	p.run.Findings = []record.Finding{
		{Kind: "confirmed", Severity: record.Info, Text: "The maximum was measured again and held.", Evidence: "two trials at 180/s"},
		{Kind: "queues", Severity: record.Info, Text: "Beyond the maximum, clients wait longer and longer.", Evidence: "p99 of 4s at 400/s"},
	}
	return p.run
}

// Shedding is a staircase of rates on one server of 5 ms that refuses what
// would wait longer than 70 ms.
func Shedding() *record.Run {
	p := newPlan(station{servers: 1, service: 5 * time.Millisecond, patience: 70 * time.Millisecond, timeout: 10 * time.Second}, 3*time.Second)
	staircase(p)
	p.run.Capacity = &record.Capacity{
		Outcome: record.Found, MaxThroughput: about(199.2, 1.4), InFlightAtMax: about(1.1, 0.2), Knee: about(1.1, 0.2), SLOCapacity: about(196, 4),
		Overload: &record.Behaviour{Behaviour: record.Sheds, Factor: pointer(10.0), GoodputRetained: pointer(0.99), ShedP99: record.SpanOf(time.Millisecond), Recovery: record.SpanOf(0)},
	}
	p.run.Recommendation = &record.Recommendation{InFlightLimit: 1, Fraction: 0.9, Rate: pointer(170.0), Headroom: record.Headroom{Ratio: 0.13}}
	return p.run
}

// TooBusy is the same staircase on the same server without any defence.
func TooBusy() *record.Run {
	p := newPlan(station{servers: 1, service: 5 * time.Millisecond, timeout: 2 * time.Second}, 8*time.Second)
	staircase(p)
	p.run.Capacity = &record.Capacity{
		Outcome: record.Found, MaxThroughput: about(199.6, 0.9), InFlightAtMax: about(1.1, 0.2), Knee: about(1.1, 0.2), SLOCapacity: about(190, 6),
		Overload: &record.Behaviour{Behaviour: record.Collapses, Factor: pointer(10.0), GoodputRetained: pointer(0.05)},
	}
	return p.run
}

func staircase(p *plan) {
	p.run.Settings.Rates = []float64{50, 100, 150, 180, 200, 250, 300, 400, 600, 800, 1000, 1200, 1600, 2000}
	p.open(record.Staircase, p.run.Settings.Rates...)
}

// Collapse is a service that gets slower with what waits.
func Collapse() *record.Run {
	p := newPlan(station{servers: 4, service: 20 * time.Millisecond, spread: 0.5, collapse: 0.05, timeout: 5 * time.Second}, 3*time.Second)
	p.closed(record.Base, 1)
	p.closed(record.Probe, 2, 4, 8, 16, 32, 64)
	p.closed(record.Refine, 3, 5, 6)
	p.open(record.Objective, 80, 120, 150, 170)
	p.open(record.Overload, 300, 400)
	for i := range p.run.Steps {
		p.run.Steps[i].Resources = &record.Resources{CPUCores: pointer(0.9), MemoryBytes: pointer(int64(96 << 20))}
	}
	p.run.Capacity = &record.Capacity{
		Outcome: record.Found, MaxThroughput: about(183, 9), InFlightAtMax: about(5, 1), Knee: about(5, 1), SLOCapacity: about(140, 12),
		Overload: &record.Behaviour{Behaviour: record.Collapses, Factor: pointer(2.0), GoodputRetained: pointer(0.2)},
	}
	p.run.Recommendation = &record.Recommendation{InFlightLimit: 4, Fraction: 0.9, Rate: pointer(120.0), Headroom: record.Headroom{Ratio: 0.14}}
	p.run.Findings = []record.Finding{{Kind: "noisy", Severity: record.Warn, Text: "Repeated trials differ by more than their intervals allow.", Evidence: "183/s and 171/s at 5 in flight"}}
	return p.run
}

// Concurrencies is a staircase of concurrencies: no open step at all.
func Concurrencies() *record.Run {
	p := newPlan(station{servers: 8, service: 40 * time.Millisecond, spread: 0.1}, 3*time.Second)
	p.run.Settings.Concurrency = []int{1, 2, 4, 8, 16, 32}
	p.closed(record.Staircase, 1, 2, 4, 8, 16, 32)
	p.run.Settings.SLO = nil
	return p.run
}
