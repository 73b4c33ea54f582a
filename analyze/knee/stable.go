package knee

import "math"

// horizon is the mean time in seconds that a rate has to be held to count as
// carried: three of four runs of five minutes at such a rate then hold.
const horizon = 300 / 0.287682

// farthest is how many knees of requests in flight are looked at for a fall.
const farthest = 8

// Held is what an open trial showed: whether the service held a rate for so long.
type Held struct {
	Rate, Seconds float64
	Tipped        bool // the queue ran away
}

// Tip is a rate per second that the service may just hold for five minutes of
// open arrivals, and the probability (0-1) that this is the rate.
type Tip struct{ Rate, Probability float64 }

// Stable says at which rates the service may tip over. A service whose
// throughput falls as more is in flight can be tipped by a crowd that came by
// chance: beyond the point where it serves fewer than arrive, the queue only
// grows. Nil where throughput does not fall.
//
// The number in flight is taken as a birth-death chain with the curve's
// rates; the mean time to the tipping point is the sum that van Kampen gives
// (Stochastic Processes in Physics and Chemistry, ch. XII) with exponents
// divided by the variability (1: Poisson arrivals, exponential services). How
// well that describes the service is uncertain, so that a factor on the
// exponents is learnt from what was held and what was not.
//
// What is under way in the network, by the round trip in seconds, waits for
// nobody: the chain is that of the requests within the service.
func (c *Curve) Stable(variability, roundTrip float64, held []Held) (out []Tip) {
	const center, sigma = 0.65, 0.45
	if c.Rising || !c.Falls() {
		return nil
	}
	rates := c.within(roundTrip)
	sum := 0.0
	for z := -2.4; z < 2.5; z += 0.2 {
		spread := variability * center * math.Exp(sigma*z)
		p := math.Exp(-z*z/2) * seen(rates, spread, held)
		out = append(out, Tip{tipping(rates, c.Max.Value, spread), p})
		sum += p
	}
	for i := range out {
		out[i].Probability /= max(sum, math.SmallestNonzeroFloat64)
	}
	return out
}

// within is the rate by the number of requests in the service, from one up.
func (c *Curve) within(roundTrip float64) (rates []float64) {
	for n := 1; n <= int(farthest*c.Knee.Value)+8; n++ {
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

// seen is the likelihood of what was held: the time to the tipping point is exponential.
func seen(rates []float64, spread float64, held []Held) float64 {
	log := 0.0
	for _, h := range held {
		share := h.Seconds / lasts(rates, h.Rate, spread)
		if h.Tipped {
			log += math.Log(max(-math.Expm1(-share), 1e-4))
		} else {
			log -= min(share, 20)
		}
	}
	return math.Exp(log)
}

// tipping is the greatest rate that lasts to the horizon.
func tipping(rates []float64, most, spread float64) float64 {
	low, high := 0.05*most, most
	for range 14 {
		if middle := (low + high) / 2; lasts(rates, middle, spread) > horizon {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// lasts is the mean time in seconds until so many are in flight that fewer are
// served than arrive; +Inf where that does not happen, and a moment where more
// arrive than are ever served.
func lasts(rates []float64, arrivals, spread float64) float64 {
	exponent, sum, total := 0.0, 0.0, 0.0
	rose := false
	for _, served := range rates {
		rose = rose || served > arrivals
		if rose && served <= arrivals {
			return total / arrivals
		}
		sum += math.Exp(-exponent)
		total += math.Exp(min(exponent, 300)) * sum
		exponent += math.Log(max(served, 1e-9)/arrivals) / spread
	}
	if !rose {
		return 1e-3
	}
	return math.Inf(1)
}
