package knee

import "math"

// horizon is the mean time in seconds that a rate has to be held to count as
// carried: three of four runs of five minutes at such a rate then hold.
const horizon = 300 / 0.287682

// soon is the mean time in seconds to a tipping point that a trial can see.
const soon = 4

// farthest is how many knees of requests in flight are looked at for a fall.
// brink is how many at which it may tip over.
const (
	farthest = 8
	brink    = 40
)

// Held is what an open trial showed: whether the service held a rate for so long.
type Held struct {
	Rate, Seconds float64
	Tipped        bool // the queue ran away
}

// Tip is a rate per second that the service may just hold for five minutes of
// open arrivals, the one at which it then falls over within seconds, and the
// probability (0-1) that these are the rates.
type Tip struct{ Rate, Soon, Probability float64 }

// Stable says at which rates the service may tip over. A service whose
// throughput falls as more is in flight can be tipped by a crowd that came by
// chance: beyond the point where it serves fewer than arrive, the queue only
// grows. Nil where throughput does not fall.
//
// The number in flight is taken as a birth-death chain with the curve's
// rates; the mean time to the tipping point is the sum that van Kampen gives
// (Stochastic Processes in Physics and Chemistry, ch. XII) with exponents
// divided by the variability. How well that describes the service is uncertain,
// so that a factor on the exponents is learnt from what was held and what was not.
//
// What is under way in the network, by the round trip in seconds, waits for
// nobody: the chain is that of the requests within the service.
func (c *Curve) Stable(arrivals, roundTrip float64, held []Held) (out []Tip) {
	const sigma = 0.22
	if c.Rising || !c.Falls() {
		return nil
	}
	knee := max(c.Knee.Value-c.Max.Value*roundTrip, 1)
	chain := chain{rates: c.within(roundTrip), knee: knee, arrivals: arrivals, services: min(c.Dispersion, 10)}
	sum := 0.0
	for z := -2.4; z < 2.5; z += 0.2 {
		chain.factor = math.Exp(sigma * z)
		p := math.Exp(-z*z/2) * chain.seen(held)
		out = append(out, Tip{chain.tipping(c.Max.Value, horizon), chain.tipping(c.Max.Value, soon), p})
		sum += p
	}
	for i := range out {
		out[i].Probability /= max(sum, math.SmallestNonzeroFloat64)
	}
	return out
}

// within is the rate by the number of requests in the service, from one up.
func (c *Curve) within(roundTrip float64) (rates []float64) {
	for n := 1; n <= int(brink*c.Knee.Value)+8; n++ {
		rate := c.At(float64(n))
		for inside := float64(n) - rate*roundTrip; inside >= float64(len(rates)+1); {
			rates = append(rates, rate)
		}
	}
	return rates
}

// Falls says that throughput falls beyond the knee, with more than a chance
// of one in ten against it.
func (c *Curve) Falls() bool {
	const sure = 0.9
	far, low := farthest*c.Knee.Value, (1-Tolerance)*c.Max.Value
	if c.steps != nil {
		return c.between(far) < low
	}
	weight := 0.0
	for i := range c.fits {
		if c.fits[i].at(far) < low {
			weight += c.fits[i].weight
		}
	}
	return weight > sure
}

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
