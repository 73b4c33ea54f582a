package queueing

import (
	"math"
	"time"
)

// Measured is a queue whose service times were measured: GI/G/c with one queue in
// order of arrival.
//
// With Poisson arrivals it is one server c times as fast, whose waits are
// known, times Erlang's C over ρ: exact for one server, and for exponential
// times. With even arrivals the waits have an exponential tail, P(W>w) ≈ C
// exp(−θw); the exponent solves E[e^(θS/c)] E[e^(−θA)] = 1 (Asmussen, chapter XIII, Cramér
// and Lundberg).
type Measured struct {
	servers        int
	times, weights []float64 // seconds; weights add up to 1
	mean           float64
	even           bool
}

// NewMeasured is a queue before servers (1 to MaxServers; clamped) with service times in
// seconds (above 0), each as likely as its weight. Arrivals are Poisson, or
// evenly spaced. It is false where no time has a weight.
func NewMeasured(servers int, times, weights []float64, even bool) (Measured, bool) {
	q := Measured{servers: min(max(servers, 1), MaxServers), even: even}
	sum := 0.0
	for i, t := range times {
		if w := weights[i]; w > 0 && t > 0 {
			q.times, q.weights = append(q.times, t), append(q.weights, w)
			sum += w
		}
	}
	for i := range q.weights {
		q.weights[i] /= sum
		q.mean += q.weights[i] * q.times[i]
	}
	return q, len(q.times) > 0
}

// Capacity is the most that the servers complete, per second.
func (q Measured) Capacity() float64 { return float64(q.servers) / q.mean }

// ResponseTail is the probability of a response time longer than t, at a rate
// of arrivals per second; 1 at the capacity and beyond.
func (q Measured) ResponseTail(rate float64, t time.Duration) (tail float64) {
	if rate >= q.Capacity() {
		return 1
	}
	return q.tail(t.Seconds(), q.waiting(rate, q.waits(t.Seconds())))
}

// tail is the probability of a response time longer than limit in seconds,
// with waits beyond a time as likely as waiting says.
func (q Measured) tail(limit float64, waiting func(float64) float64) (tail float64) {
	for i, s := range q.times {
		if s > limit {
			tail += q.weights[i]
		} else {
			tail += q.weights[i] * min(waiting(limit-s), 1)
		}
	}
	return min(tail, 1)
}

// waits is the grid for limits in seconds.
func (q Measured) waits(limit float64) waits {
	fast := make([]float64, len(q.times))
	for i, s := range q.times {
		fast[i] = s / float64(q.servers)
	}
	return newWaits(fast, q.weights, limit)
}

// waiting is the probability of a wait longer than a time in seconds, at a rate.
func (q Measured) waiting(rate float64, grid waits) func(float64) float64 {
	busy := rate * q.mean / float64(q.servers)
	if busy <= 0 {
		return func(float64) float64 { return 0 }
	}
	if q.even {
		decay := q.exponent(rate)
		factor := q.factor(rate, decay)
		return func(t float64) float64 { return factor * math.Exp(-decay*t) }
	}
	b := erlangB(q.servers, rate*q.mean)
	delayed := b / (1 - busy*(1-b)) / busy
	beyond := grid.beyond(busy)
	return func(t float64) float64 { return delayed * grid.at(beyond, t) }
}

// factor is C.
func (q Measured) factor(rate, decay float64) float64 {
	tilted := 0.0
	for i, s := range q.times {
		x := s / float64(q.servers)
		tilted += q.weights[i] * x * math.Exp(decay*x)
	}
	load := rate * q.mean // in Erlangs
	lone := (1 - load/float64(q.servers)) / max(rate*tilted-1, 1e-9)
	b := erlangB(q.servers, load)
	share := load / float64(q.servers)
	return min(lone*b/(1-share*(1-b))/share, 1)
}

// exponent is θ per second, by bisection; it is above 0 below the capacity.
func (q Measured) exponent(rate float64) float64 {
	low, high := 0.0, 1/q.mean
	for q.drift(high, rate) < 0 && high < 1e6/q.mean {
		low, high = high, 2*high
	}
	for range 50 {
		if middle := (low + high) / 2; q.drift(middle, rate) < 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// drift is the logarithm of E[e^(θX)] E[e^(−θA)], negative between 0 and θ.
func (q Measured) drift(decay, rate float64) float64 {
	longest := 0.0
	for _, s := range q.times {
		longest = max(longest, s)
	}
	sum, top := 0.0, decay*longest/float64(q.servers)
	for i, s := range q.times {
		sum += q.weights[i] * math.Exp(decay*s/float64(q.servers)-top)
	}
	if q.even {
		return math.Log(sum) + top - decay/max(rate, 1e-9)
	}
	return math.Log(sum) + top - math.Log1p(decay/max(rate, 1e-9))
}

// Within is the greatest rate per second at which at most a share (0-1) of the
// responses takes longer than t; 0 where the services alone do.
func (q Measured) Within(t time.Duration, share float64) float64 {
	limit := t.Seconds()
	grid := q.waits(limit)
	if q.tail(limit, q.waiting(0, grid)) > share {
		return 0
	}
	low, high := 0.0, q.Capacity()
	for range 24 {
		if middle := (low + high) / 2; q.tail(limit, q.waiting(middle, grid)) > share {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}
