package queueing

import (
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/mathext"
)

// MDc is the queue with service times that are all alike, made by NewMDc.
//
// Served in order of arrival, every c-th request goes to the same server, so
// that waiting is that of one server with Erlang(c) arrivals: the maximum of a
// random walk whose n-th sum is nS less an Erlang(nc, λ) time. Spitzer's
// identity then gives Crommelin's formulas as sums of positive terms, which
// are stable for any number of servers.
type MDc struct {
	Load
	decay float64 // of the tail of the wait, per second
}

// nearest is how near to saturation the formulas are asked, as 1−ρ: the walk
// has 1/(1−ρ)² terms, and nobody measures there.
const nearest = 1e-6

// NewMDc is NewLoad for constant service times; a utilisation above 1−10⁻⁶
// counts as unstable.
func NewMDc(servers int, service time.Duration, rate float64) (MDc, error) {
	load, err := NewLoad(servers, service, rate)
	if err == nil && 1-load.Utilization() < nearest {
		err = fmt.Errorf("utilisation %v: %w", load.Utilization(), ErrUnstable)
	}
	if err != nil {
		return MDc{}, err
	}
	return newMDc(load), nil
}

// newMDc takes a rate so low that its inverse overflows for none.
func newMDc(load Load) MDc {
	if load.Erlangs() < 1e-100 {
		load.rate = 0
	}
	return MDc{load, load.tilt()}
}

// Wait is the probability that a request has to wait:
// 1 − exp(−Σ P(sum n > 0)/n) (Crommelin; Spitzer).
func (q MDc) Wait() float64 { return -math.Expm1(-q.sum(q.ahead)) }

// MeanWait is Σ E[positive part of sum n]/n (Crommelin; Spitzer).
func (q MDc) MeanWait() time.Duration { return span(q.meanWait()) }

func (q MDc) meanWait() float64 {
	return q.sum(func(n float64) float64 {
		k, x := n*float64(q.servers), n*q.Erlangs()
		return max(0, n*q.service*below(k, x)-k/q.rate*below(k+1, x))
	})
}

// MeanResponse is the mean wait and the service time.
func (q MDc) MeanResponse() time.Duration { return span(q.meanWait() + q.service) }

// MeanInFlight is Little's L.
func (q MDc) MeanInFlight() float64 { return q.rate * (q.meanWait() + q.service) }

// WaitTail is the probability of a wait longer than t. It is exact at 0 and
// asymptotically exact beyond (Cramér-Lundberg): A exp(−δt), where δ solves
// δS = c ln(1+δ/λ) and Spitzer's identity gives A (Asmussen XIII).
// From one service time on it is within 2 % of the value, for a single server at
// half load within 8 %; the error vanishes with load, servers and time. Below
// half a service time it may be far too high.
func (q MDc) WaitTail(t time.Duration) float64 {
	if t <= 0 {
		return q.Wait()
	}
	return min(q.Wait(), q.constant()*math.Exp(-q.decay*t.Seconds()))
}

// ResponseTail is the probability of a response time longer than t.
func (q MDc) ResponseTail(t time.Duration) float64 {
	wait := t.Seconds() - q.service
	if wait < 0 {
		return 1
	}
	return q.WaitTail(span(wait))
}

// ResponseQuantile is the time that a share p of the response times (above 0,
// below 1; clamped) does not exceed.
func (q MDc) ResponseQuantile(p float64) time.Duration {
	share := 1 - min(max(p, 0), 1-1e-15)
	if share >= q.Wait() {
		return span(q.service)
	}
	return span(q.service + max(0, math.Log(q.constant()/share)/q.decay))
}

// MDcCapacity is MMcCapacity for constant service times.
func MDcCapacity(servers int, service, threshold time.Duration, share float64) (float64, error) {
	tail := func(l Load) float64 {
		if 1-l.Utilization() < nearest {
			return 1
		}
		return newMDc(l).ResponseTail(threshold)
	}
	return capacityWithin(servers, service, tail, share)
}

// ahead is the n-th term of the chance to find the servers busy.
func (q MDc) ahead(n float64) float64 { return below(n*float64(q.servers), n*q.Erlangs()) }

// constant is A of the tail: exp(−Σ (P(sum n > 0) + P'(sum n <= 0))/n) / (δ E'[step]),
// where ' is the walk with its measure tilted by δ, in which arrivals come at λ+δ.
func (q MDc) constant() float64 {
	if q.rate == 0 {
		return 0
	}
	fast := q.rate + q.decay
	exponent := q.sum(func(n float64) float64 {
		k := n * float64(q.servers)
		return below(k, n*q.Erlangs()) + above(k, n*fast*q.service)
	})
	return math.Exp(-exponent) / (q.decay * (q.service - float64(q.servers)/fast))
}

// below is the distribution function of an Erlang(k, 1) time at x, above the rest.
func below(k, x float64) float64 { return mathext.GammaIncReg(k, x) }
func above(k, x float64) float64 { return mathext.GammaIncRegComp(k, x) }
