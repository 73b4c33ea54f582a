package knee

import "math"

// Crowd is a service that is slower the more is in it, under open arrivals,
// as long as it does not tip over.
type Crowd struct {
	chain
	most float64
}

// Crowd is nil where throughput does not fall. arrivals is the squared
// coefficient of variation of the times between them, roundTrip the network's in seconds.
func (c *Curve) Crowd(arrivals, roundTrip float64) *Crowd {
	if c.Rising || !c.Falls() {
		return nil
	}
	return &Crowd{c.chain(arrivals, roundTrip), c.Max.Value}
}

// Within is the greatest rate per second at which at most a share of the
// responses takes longer than the limit in seconds, without the network. The service
// times in seconds of a lone request have the weights, which add up to 1.
func (c *Crowd) Within(limit, share float64, times, weights []float64) float64 {
	low, high := 0.02*c.most, c.most
	if c.slow(low, limit, times, weights) > share {
		return 0
	}
	for range 16 {
		if middle := (low + high) / 2; c.slow(middle, limit, times, weights) <= share {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// slow is the share of responses beyond the limit at a rate. An arrival finds n
// others as the chain has it (quasi-stationary: on this side of the tipping
// point). Up to the knee its service is as many times slower as one of n+1 is than a
// lone one; beyond, it waits until there is room as well.
func (c *Crowd) slow(rate, limit float64, times, weights []float64) (slow float64) {
	tip := c.tip(rate)
	if tip == 0 {
		return 1
	}
	if tip < 0 {
		tip = len(c.rates)
	}
	spread := max(c.arrivals+c.services, 0.3) / 2
	log, sum := 0.0, 0.0
	for n := range tip {
		p := math.Exp(log)
		sum += p
		slow += p * c.late(n+1, limit, times, weights)
		log += math.Log(rate/max(c.rates[n], 1e-9)) / spread
	}
	return slow / sum
}

// late is the share of responses beyond the limit among those that come as the nth.
func (c *Crowd) late(n int, limit float64, times, weights []float64) (late float64) {
	at := min(float64(n), max(c.knee, 1))
	before := max(float64(n)-at, 0) // those that have to leave first
	wait, scatter := before/c.rates[n-1], math.Sqrt(before*c.services)/c.rates[n-1]
	lone := 0.0
	for i, t := range times {
		lone += t * weights[i]
	}
	slower := max(at/c.rates[n-1]/lone, 1)
	for i, t := range times {
		late += weights[i] * above(t*slower+wait-limit, scatter)
	}
	return late
}

// above is the probability that a normal variable of the mean and deviation is above 0.
func above(mean, deviation float64) float64 {
	switch {
	case deviation > 0:
		return math.Erfc(-mean/deviation/math.Sqrt2) / 2
	case mean > 0:
		return 1
	}
	return 0
}
