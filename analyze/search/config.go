package search

import (
	"time"

	"loadline/analyze/slo"
	"loadline/attack/record"
)

// Config is what shapes a search. The zero value searches without an
// objective for up to two minutes of load.
type Config struct {
	SLO         slo.SLO
	Budget      time.Duration   // of load, warm-ups included; 0: 2 min
	MaxRate     float64         // requests per second never offered beyond; 0: no bound
	MaxInFlight int             // concurrency never asked beyond; 0: 4096
	Arrivals    record.Arrivals // of open trials; "": Poisson
	Fraction    float64         // of the in-flight at the maximum that is authorized; 0: 0.9
	Overload    float64         // greatest multiple of the maximum that is offered; 0: 2; below 1: none
	Seed        uint64
	Timeout     time.Duration // of one request; 0: 30 s
	Ceiling     float64       // requests per second that the generator alone can send; 0: unknown
}

func (c Config) complete() Config {
	c.Budget = orElse(c.Budget, 2*time.Minute)
	c.MaxInFlight = orElse(c.MaxInFlight, 4096)
	c.Arrivals = orElse(c.Arrivals, record.Poisson)
	c.Fraction = orElse(c.Fraction, 0.9)
	c.Overload = orElse(c.Overload, 2)
	c.Timeout = orElse(c.Timeout, 30*time.Second)
	return c
}

// settings are the configuration as the conclusions read it.
func (c Config) settings() record.Settings {
	budget := record.Span(c.Budget)
	s := record.Settings{
		Budget: &budget, Fraction: c.Fraction, Arrivals: c.Arrivals, Seed: c.Seed,
		Timeout: record.Span(c.Timeout), MaxInFlight: &c.MaxInFlight, Overload: &c.Overload,
	}
	if len(c.SLO) > 0 {
		text := c.SLO.String()
		s.SLO = &text
	}
	if c.MaxRate > 0 {
		s.MaxRate = &c.MaxRate
	}
	return s
}

func orElse[T int | float64 | time.Duration | record.Arrivals](value, other T) T {
	var zero T
	if value == zero {
		return other
	}
	return value
}
