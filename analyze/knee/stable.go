package knee

import "math"

// horizon is for how long a rate has to be held, in seconds, to count as carried.
const horizon = 600

// farthest is how many knees of requests in flight are looked at for a fall.
const farthest = 8

// Stable is the greatest rate per second that the service is expected to hold for
// ten minutes of open arrivals with the given variability (1: Poisson arrivals and
// exponential services). A service whose throughput falls as more is in
// flight can be tipped over by a crowd that came by chance: beyond the point where
// it serves fewer than arrive, the queue only grows. Where throughput does not fall
// that is Max.
//
// The number in flight is taken as a birth-death chain with the curve's rates;
// its mean time to the tipping point is the sum that van Kampen gives
// (Stochastic Processes in Physics and Chemistry, ch. XII), with all
// exponents divided by the variability.
func (c *Curve) Stable(variability float64) float64 {
	most := c.Max.Value
	if c.Rising || c.At(farthest*c.Knee.Value) > (1-Tolerance)*most {
		return most
	}
	rates := make([]float64, int(farthest*c.Knee.Value)+8)
	for n := range rates {
		rates[n] = c.At(float64(n + 1))
	}
	low, high := 0.05*most, most
	for range 20 {
		if middle := (low + high) / 2; lasts(rates, middle, variability) > horizon {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// lasts is the mean time in seconds until so many are in flight that fewer are
// served than arrive; +Inf where that does not happen.
func lasts(rates []float64, arrivals, variability float64) float64 {
	exponent, sum, total := 0.0, 0.0, 0.0
	rose := false
	for _, served := range rates {
		rose = rose || served > arrivals
		if rose && served <= arrivals {
			return total / arrivals
		}
		sum += math.Exp(-exponent)
		total += math.Exp(min(exponent, 300)) * sum
		exponent += math.Log(max(served, 1e-9)/arrivals) / variability
	}
	if !rose {
		return 0
	}
	return math.Inf(1)
}
