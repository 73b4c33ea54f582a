package queueing

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// MaxServers bounds the number of servers of a Load.
const MaxServers = 10_000

// ErrUnstable is a load that the servers cannot carry: the queue grows for
// ever, and there is no mean to speak of.
var ErrUnstable = errors.New("the load is not below the capacity, so there is no steady state")

// Load is Poisson arrivals at a number of equal servers with one queue.
type Load struct {
	servers int
	service float64 // seconds
	rate    float64
}

// NewLoad is rate arrivals per second at servers (1 to MaxServers) that take
// service (above 0) on average. The error says which argument is out of range, or
// is ErrUnstable where rate is not below servers/service.
func NewLoad(servers int, service time.Duration, rate float64) (Load, error) {
	switch {
	case servers < 1 || servers > MaxServers:
		return Load{}, fmt.Errorf("%d servers: want 1 to %d", servers, MaxServers)
	case service <= 0:
		return Load{}, fmt.Errorf("service time %v: want more than 0", service)
	case math.IsNaN(rate) || rate < 0:
		return Load{}, fmt.Errorf("%v arrivals per second: want 0 or more", rate)
	}
	l := Load{servers, service.Seconds(), rate}
	if l.Utilization() >= 1 {
		return Load{}, fmt.Errorf("%g arrivals per second at a capacity of %g: %w", rate, Capacity(servers, service), ErrUnstable)
	}
	return l, nil
}

// Capacity is the most that the servers complete, per second.
func Capacity(servers int, service time.Duration) float64 {
	return float64(servers) / service.Seconds()
}

// Erlangs is the offered load in busy servers, λS.
func (l Load) Erlangs() float64 { return l.rate * l.service }

// Utilization is the share of the time that a server is busy, ρ = λS/c.
func (l Load) Utilization() float64 { return l.Erlangs() / float64(l.servers) }

// InFlight is Little's law, L = λW: how many are in flight at a rate per
// second, each for so long.
func InFlight(rate float64, each time.Duration) float64 { return rate * each.Seconds() }

// Relaxation is the time in which a queue forgets how it began, up to a factor
// e: 1/(X(1−√ρ)²) for a capacity of X per second (> 0) at a utilisation of ρ
// (0 up to and without 1). It is the M/M/1 time constant (Kleinrock, chapter 2: the
// transient solution decays as exp(−(√μ−√λ)²t)), and an upper guide for
// steadier services. The result is the longest duration where the formula
// exceeds it, and 0 for arguments out of range.
func Relaxation(capacity, utilization float64) time.Duration {
	if !(capacity > 0) || !(utilization >= 0) {
		return 0
	}
	root := 1 - math.Sqrt(min(utilization, 1))
	return span(1 / (capacity * root * root))
}

// span is so many seconds, at most what a duration holds.
func span(seconds float64) time.Duration {
	if ns := seconds * 1e9; ns < math.MaxInt64 {
		return time.Duration(math.Round(ns))
	}
	return math.MaxInt64
}
