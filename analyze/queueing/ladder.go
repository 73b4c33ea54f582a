package queueing

import "math"

// waits is the waiting time of M/G/1 on an even grid, from its ladder heights:
// the work found by an arrival is a geometric number of residual service times
// (Pollaczek and Khinchine; Asmussen, Applied Probability and Queues, chapter
// VIII.5). The sum is Panjer's recursion (ASTIN Bulletin 12, 1981). Unlike the
// exponential tail it is exact for heavy-tailed times as well, up to the grid.
type waits struct {
	step    float64   // of the grid, in seconds
	heights []float64 // probability of a residual service time at each point
}

// cells of the grid, up to the limit.
const cells = 160

// newWaits is for service times in seconds with weights that add up to 1, and
// waits up to the limit in seconds.
func newWaits(times, weights []float64, limit float64) waits {
	w := waits{step: limit / cells, heights: make([]float64, cells+1)}
	mean := 0.0
	for i, s := range times {
		mean += weights[i] * s
	}
	before := 0.0
	for j := range w.heights {
		edge, below := (float64(j)+0.5)*w.step, 0.0
		for i, s := range times {
			below += weights[i] * min(s, edge)
		}
		w.heights[j], before = (below-before)/mean, below
	}
	return w
}

// beyond is the probability of a wait longer than each point of the grid where
// the server is busy for a share of the time (0 up to and without 1).
func (w waits) beyond(busy float64) []float64 {
	points := make([]float64, len(w.heights))
	first := 1 - busy*w.heights[0]
	points[0] = (1 - busy) / first
	for k := 1; k < len(points); k++ {
		for j := 1; j <= k; j++ {
			points[k] += w.heights[j] * points[k-j]
		}
		points[k] *= busy / first
	}
	left := 1.0
	for k, p := range points {
		left -= p
		points[k] = max(left, 0)
	}
	return points
}

// at is the probability of a wait longer than t seconds, from those of beyond:
// linear in its logarithm between the points.
func (w waits) at(beyond []float64, t float64) float64 {
	// A point stands for half a step on either side.
	place := t/w.step - 0.5
	k := int(max(place, 0))
	if k+1 >= len(beyond) {
		return beyond[len(beyond)-1]
	}
	part, a, b := max(place-float64(k), 0), beyond[k], beyond[k+1]
	if a <= 0 || b <= 0 {
		return a + part*(b-a)
	}
	return a * math.Pow(b/a, part)
}
