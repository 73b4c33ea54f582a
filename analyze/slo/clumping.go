package slo

import "loadline/attack/record"

// Clumping is how much larger the variance of the bad requests' number is than
// that of independent ones: slow requests come together, in the same busy
// time. A count is worth 1/Clumping of it. At least 1.
func Clumping(step *record.Step) float64 {
	square, expected, n := clumps(step)
	if n == 0 || expected == 0 {
		return 1
	}
	// One step's few parts say little: as if two more of them had been seen
	// that clump threefold, as queues commonly do.
	return max(1, (square/expected+2*3)/(n+2))
}

// clumping is what theory says of it at a rate. A queue climbs beyond a level
// once in a while and stays about there for a cluster of ρ·v/(1−ρ)² requests
// (for M/M/1: the share of time beyond the level over the rate of busy periods
// that reach it). The sizes of clusters scatter more than exponential ones, for which the
// factor would be 2: simulated M/M/1 queues at ρ of 0.4 to 0.6 have 3.5 to 3.8.
func (s Service) clumping(rate float64) float64 {
	const most, scatter = 0.985, 3.7
	share := min(rate/max(s.Max.Value, rate*1e-3), most)
	return 1 + scatter*s.Variability()*share/((1-share)*(1-share))
}

// clumpScale is how the clumping that was seen compares with theory, over all
// open steps; theory counts as much as a handful of parts.
func clumpScale(steps []record.Step, of Service) float64 {
	const prior, least = 24.0, 0.5
	ratio, n := prior, prior
	for i := range steps {
		if !Evidence(&steps[i]) {
			continue
		}
		square, expected, parts := clumps(&steps[i])
		if parts > 0 && expected > 0 {
			ratio += square / expected / of.clumping(steps[i].Load.RateRPS)
			n += parts
		}
	}
	return max(ratio/n, least)
}

// parts into which a step is cut to see how its bad requests scatter: few, so
// that each outlasts a busy time.
const parts = 8

// clumps is the sum of squares of the parts' bad requests about what their
// share predicts, the expected variance of one, and the degrees of freedom.
func clumps(step *record.Step) (square, expected, n float64) {
	w := step.Windows
	if w == nil || len(w.Bad) < 2 || len(w.Bad) != len(w.Sent) {
		return 0, 0, 0
	}
	bad, sent := sums(w.Bad), sums(w.Sent)
	if bad == 0 || sent == 0 {
		return 0, 0, 0
	}
	k := min(parts, len(w.Bad))
	share := bad / sent
	for p := range k {
		from, to := p*len(w.Bad)/k, (p+1)*len(w.Bad)/k
		off := sums(w.Bad[from:to]) - share*sums(w.Sent[from:to])
		square += off * off
	}
	return square, sent / float64(k) * share * max(1-share, 0.02), float64(k - 1)
}

func sums(column []int64) (n float64) {
	for _, v := range column {
		n += float64(v)
	}
	return n
}
