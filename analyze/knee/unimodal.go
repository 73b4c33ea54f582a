package knee

import "math"

// Unimodal is the weighted least-squares fit to values that rises to a mode
// and falls after it: isotonic regression (pool adjacent violators, Barlow et
// al. 1972) on both sides of the mode that fits best. Weights are positive.
func Unimodal(values, weights []float64) []float64 {
	if len(values) == 0 {
		return nil
	}
	var best []float64
	least := math.Inf(1)
	for mode := range values {
		fit := joined(values, weights, mode)
		if e := squares(fit, values, weights); e < least {
			best, least = fit, e
		}
	}
	return best
}

// joined rises over values[:mode+1] and falls over the rest. A fall that
// starts above the mode belongs to another mode and simply fits worse or the same.
func joined(values, weights []float64, mode int) []float64 {
	fit := rising(values[:mode+1], weights[:mode+1])
	rest := mirrored(rising(mirrored(values[mode+1:]), mirrored(weights[mode+1:])))
	if len(rest) > 0 && rest[0] > fit[mode] {
		return append(rising(values[:mode+1], weights[:mode+1]), capped(rest, fit[mode])...)
	}
	return append(fit, rest...)
}

func capped(values []float64, most float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = min(v, most)
	}
	return out
}

func mirrored(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[len(values)-1-i] = v
	}
	return out
}

// block is a run of values that isotonic regression pools.
type block struct {
	mean, weight float64
	length       int
}

// rising is the isotonic regression: no value is below the one before it.
func rising(values, weights []float64) []float64 {
	var blocks []block
	for i, v := range values {
		blocks = append(blocks, block{v, weights[i], 1})
		for n := len(blocks); n > 1 && blocks[n-2].mean > blocks[n-1].mean; n = len(blocks) {
			blocks = append(blocks[:n-2], blocks[n-2].with(blocks[n-1]))
		}
	}
	out := make([]float64, 0, len(values))
	for _, b := range blocks {
		for range b.length {
			out = append(out, b.mean)
		}
	}
	return out
}

func (b block) with(o block) block {
	w := b.weight + o.weight
	return block{(b.mean*b.weight + o.mean*o.weight) / w, w, b.length + o.length}
}

func squares(fit, values, weights []float64) float64 {
	sum := 0.0
	for i, v := range values {
		sum += weights[i] * (v - fit[i]) * (v - fit[i])
	}
	return sum
}
