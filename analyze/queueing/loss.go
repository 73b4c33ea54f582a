package queueing

import (
	"fmt"
	"math"
	"time"
)

// Loss is a service with a bounded waiting room (M/M/c/K): what finds it full
// is lost. It has a steady state at any load. Without a room the result
// holds for any distribution of service times (Erlang).
type Loss struct {
	servers, room int
	service, rate float64
}

// MaxRoom bounds the waiting room of a Loss.
const MaxRoom = 1_000_000

// NewLoss is rate arrivals per second (0 or more, finite) at servers (1 to
// MaxServers) that take service on average, with room (0 to MaxRoom) to wait.
func NewLoss(servers, room int, service time.Duration, rate float64) (Loss, error) {
	switch {
	case servers < 1 || servers > MaxServers:
		return Loss{}, fmt.Errorf("%d servers: want 1 to %d", servers, MaxServers)
	case room < 0 || room > MaxRoom:
		return Loss{}, fmt.Errorf("waiting room of %d: want 0 to %d", room, MaxRoom)
	case service <= 0:
		return Loss{}, fmt.Errorf("service time %v: want more than 0", service)
	case math.IsNaN(rate) || rate < 0 || math.IsInf(rate, 0):
		return Loss{}, fmt.Errorf("%v arrivals per second: want 0 or more", rate)
	}
	return Loss{servers, room, service.Seconds(), rate}, nil
}

// Blocking is the share of arrivals that is lost. With weights of the states
// relative to that of c busy servers, those up to c sum to 1/B and the waiting ones to
// the geometric sum of ρ (Gross, M/M/c/K); above ρ = 1 everything is divided
// by the last weight, so that nothing overflows.
func (l Loss) Blocking() float64 {
	erlangs := l.rate * l.service
	b := erlangB(l.servers, erlangs)
	rho := erlangs / float64(l.servers)
	if l.room == 0 || b == 0 {
		return b
	}
	if rho <= 1 {
		last := math.Pow(rho, float64(l.room))
		return last / (1/b + rho*geometric(rho, l.room))
	}
	return 1 / (math.Pow(rho, -float64(l.room))/b + geometric(1/rho, l.room))
}

// Throughput is what is not lost, per second.
func (l Loss) Throughput() float64 { return l.rate * (1 - l.Blocking()) }

// geometric is 1 + x + … + x^(n−1) for 0 <= x <= 1.
func geometric(x float64, n int) float64 {
	if x == 1 {
		return float64(n)
	}
	return -math.Expm1(float64(n)*math.Log(x)) / (1 - x)
}

// erlangB is the loss probability of c servers without a waiting room, by the
// recursion B(n) = aB(n−1)/(n+aB(n−1)), whose terms are all positive and at
// most 1 (Erlang's formula as Gross computes it).
func erlangB(servers int, erlangs float64) float64 {
	b, erlangs := 1.0, min(erlangs, math.MaxFloat64/2)
	for n := 1; n <= servers; n++ {
		b = erlangs * b / (float64(n) + erlangs*b)
	}
	return b
}
