package knee

import "math"

// chain is the number of requests in the service.
type chain struct {
	rates    []float64 // of completions per second with one, two, … in it
	knee     float64
	arrivals float64 // squared coefficient of variation of the times between them
	services float64 // that of the service times
	factor   float64 // on the variability
}

// variability is the noise on the way to a tipping point, 1 for a Poisson
// process on either side. That of services averages out where the way is short, within
// about as many requests as are in service: those there were slowed when they began.
// The figures are from simulated services.
func (c *chain) variability(tip int) float64 {
	const coming, short, long, most = 0.88, 3, 10, 0.72
	far := math.Log(float64(tip)/c.knee/short) / math.Log(long/short)
	going := most * min(max(far, 0.1), 1)
	return c.factor * max(coming*c.arrivals+going*c.services, 0.1) / 2
}

// seen is the likelihood of what was held: the time to the tipping point is exponential.
func (c *chain) seen(held []Held) float64 {
	log := 0.0
	for _, h := range held {
		share := h.Seconds / c.lasts(h.Rate)
		if h.Tipped {
			log += math.Log(max(-math.Expm1(-share), 1e-4))
		} else {
			log -= min(share, 20)
		}
	}
	return math.Exp(log)
}

// tipping is the greatest rate that lasts so many seconds.
func (c *chain) tipping(most, seconds float64) float64 {
	low, high := 0.05*most, most
	for range 14 {
		if middle := (low + high) / 2; c.lasts(middle) > seconds {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// tip is the number in the service, less one, from which on fewer are served
// than arrive; -1 where that does not happen. It is 0 where more arrive than
// are ever served.
func (c *chain) tip(arrivals float64) int {
	rose := false
	for i, served := range c.rates {
		rose = rose || served > arrivals
		if rose && served <= arrivals {
			return i
		}
	}
	if rose {
		return -1
	}
	return 0
}

// lasts is the mean time in seconds until so many are in flight that fewer are
// served than arrive; +Inf where that does not happen, and a moment where more
// arrive than are ever served.
func (c *chain) lasts(arrivals float64) float64 {
	tip := c.tip(arrivals)
	switch {
	case tip < 0:
		return math.Inf(1)
	case tip == 0:
		return 1e-3
	}
	spread := c.variability(tip)
	exponent, sum, total := 0.0, 0.0, 0.0
	for _, served := range c.rates[:tip] {
		sum += math.Exp(-exponent)
		total += math.Exp(min(exponent, 300)) * sum
		exponent += math.Log(max(served, 1e-9)/arrivals) / spread
	}
	return total / arrivals
}
