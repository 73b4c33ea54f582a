package knee

import "math"

// At is the rate at a concurrency: as the shapes have it up to the best level,
// and beyond it as far off them as the levels were.
func (c *Curve) At(concurrency float64) float64 {
	if c.steps != nil {
		return c.between(concurrency)
	}
	return c.shaped(concurrency) * math.Exp(c.off(concurrency))
}

// shaped is the rate by the shapes alone.
func (c *Curve) shaped(concurrency float64) (rate float64) {
	for i := range c.fits {
		rate += c.fits[i].weight * c.fits[i].at(concurrency)
	}
	return rate
}

// off is by how much, as a logarithm, the levels beyond the best lie off the
// shapes: linear in the logarithm of the concurrency between levels, and the
// last level's beyond it.
func (c *Curve) off(concurrency float64) (off float64) {
	before := best(c.Levels).Concurrency
	for _, l := range c.Levels {
		if l.Concurrency <= before || concurrency <= before {
			continue
		}
		here := c.excess(l)
		if concurrency < l.Concurrency {
			return off + (here-off)*math.Log(concurrency/before)/math.Log(l.Concurrency/before)
		}
		off, before = here, l.Concurrency
	}
	return off
}

// excess is the logarithm of a level's rate over the shapes', the less the
// more of it may be chance.
func (c *Curve) excess(l Level) float64 {
	shaped := c.shaped(l.Concurrency)
	if l.Rate <= 0 || shaped <= 0 {
		return 0
	}
	off, chance := math.Log(l.Rate/shaped), l.Error/l.Rate
	return off * off * off / (off*off + chance*chance + 1e-12)
}

// InFlightAt is the mean number in flight at a concurrency: linear between
// levels, and below the concurrency where refused clients paused.
func (c *Curve) InFlightAt(concurrency float64) float64 {
	before := Level{}
	for _, l := range c.Levels {
		if l.Concurrency >= concurrency {
			part := (concurrency - before.Concurrency) / (l.Concurrency - before.Concurrency)
			return min(before.InFlight+part*(l.InFlight-before.InFlight), concurrency)
		}
		before = l
	}
	return min(before.InFlight*concurrency/before.Concurrency, concurrency)
}
