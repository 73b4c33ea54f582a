package queueing

import (
	"math"
	"time"
)

// MMc is the queue with exponential service times, made by NewMMc.
type MMc struct{ Load }

// NewMMc is NewLoad for exponential service times.
func NewMMc(servers int, service time.Duration, rate float64) (MMc, error) {
	load, err := NewLoad(servers, service, rate)
	return MMc{load}, err
}

// Wait is Erlang's C, the probability that a request has to wait:
// C = B/(1−ρ(1−B)) from Erlang's B (Erlang).
func (q MMc) Wait() float64 {
	b := erlangB(q.servers, q.Erlangs())
	return b / (1 - q.Utilization()*(1-b))
}

// drain is at what rate waiting ends: cμ − λ per second.
func (q MMc) drain() float64 { return float64(q.servers)/q.service - q.rate }

// MeanWait is C/(cμ−λ) (Gross, M/M/c).
func (q MMc) MeanWait() time.Duration { return span(q.Wait() / q.drain()) }

// MeanResponse is the mean wait and the mean service time.
func (q MMc) MeanResponse() time.Duration { return span(q.Wait()/q.drain() + q.service) }

// MeanInFlight is Little's L: waiting and in service.
func (q MMc) MeanInFlight() float64 { return q.rate * (q.Wait()/q.drain() + q.service) }

// WaitTail is the probability of a wait longer than t (0 or more):
// C exp(−(cμ−λ)t) (Gross, M/M/c).
func (q MMc) WaitTail(t time.Duration) float64 {
	return q.Wait() * math.Exp(-q.drain()*max(0, t.Seconds()))
}

// ResponseTail is the probability of a response time longer than t, the
// convolution of wait and service (Gross, M/M/c), written with d = c−1−λ/μ:
// e^(−μt) (1 + C (1−e^(−dμt))/d).
func (q MMc) ResponseTail(t time.Duration) float64 {
	if t <= 0 {
		return 1
	}
	x := t.Seconds() / q.service
	d := float64(q.servers) - 1 - q.Erlangs()
	return min(1, math.Exp(-x)+q.Wait()*spread(x, d))
}

// spread is (e^(−x) − e^(−x(1+d)))/d for d > −1, whose limit for d = 0 is x e^(−x).
func spread(x, d float64) float64 {
	if math.Abs(d*x) > 1 {
		return (math.Exp(-x) - math.Exp(-x*(1+d))) / d
	}
	if d == 0 {
		return x * math.Exp(-x)
	}
	return -math.Exp(-x) * math.Expm1(-d*x) / d
}

// ResponseQuantile is the time that a share p of the response times (above 0,
// below 1; clamped) does not exceed.
func (q MMc) ResponseQuantile(p float64) time.Duration {
	return quantile(p, q.ResponseTail, q.MeanResponse())
}

// MMcCapacity is the greatest rate per second at which at most a share of the
// responses takes longer than the threshold; 0 where even an idle service is
// too slow for that. Errors are those of NewLoad.
func MMcCapacity(servers int, service, threshold time.Duration, share float64) (float64, error) {
	return capacityWithin(servers, service, func(l Load) float64 { return MMc{l}.ResponseTail(threshold) }, share)
}
