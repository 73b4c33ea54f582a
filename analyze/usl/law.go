package usl

import "math"

// Law is a service's scalability.
type Law struct {
	Lambda float64 // requests per second of one in flight
	Sigma  float64 // contention: the share of the work that waits its turn
	Kappa  float64 // coherency: the cost of keeping all others informed
}

// Rate is the throughput per second at a concurrency of n > 0.
func (l Law) Rate(n float64) float64 {
	return l.Lambda * n / (1 + l.Sigma*(n-1) + l.Kappa*n*(n-1))
}

// Peak is the concurrency of the greatest rate, √((1−σ)/κ) but at least 1;
// +Inf where κ is 0, for the rate then never falls.
func (l Law) Peak() float64 {
	if l.Kappa <= 0 {
		return math.Inf(1)
	}
	return math.Max(1, math.Sqrt(math.Max(0, 1-l.Sigma)/l.Kappa))
}

// Max is the rate at the peak: λ/σ where κ is 0, +Inf where σ is 0 as well.
func (l Law) Max() float64 {
	if peak := l.Peak(); !math.IsInf(peak, 1) {
		return l.Rate(peak)
	}
	if l.Sigma <= 0 {
		return math.Inf(1)
	}
	return l.Lambda / l.Sigma
}

// Concurrency is the smallest n at which the rate is reached: the smaller root of
//
//	κX·n² + (σX − κX − λ)·n + X(1−σ) = 0
//
// It is false where the law never reaches the rate.
func (l Law) Concurrency(rate float64) (n float64, ok bool) {
	a := l.Kappa * rate
	b := (l.Sigma-l.Kappa)*rate - l.Lambda
	c := rate * (1 - l.Sigma)
	under := b*b - 4*a*c
	if b >= 0 || under < 0 {
		return 0, false
	}
	// 2c/(−b+√…) is the smaller root without cancellation, and right for a = 0.
	return 2 * c / (-b + math.Sqrt(under)), true
}
