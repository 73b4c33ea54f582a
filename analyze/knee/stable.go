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
	chain := c.chain(arrivals, roundTrip)
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

// chain is the service's, with what is in the network left out.
func (c *Curve) chain(arrivals, roundTrip float64) chain {
	knee := max(c.Knee.Value-c.Max.Value*roundTrip, 1)
	return chain{rates: c.within(roundTrip), knee: knee, arrivals: arrivals, services: min(c.Dispersion, 10), factor: 1}
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
