package report

import "slices"

// Spread moves positions apart, as little as needed, so that labels at them do
// not overlap: no two are nearer than gap, all lie within low and high while
// there is room, and their order stays.
func Spread(wanted []float64, gap, low, high float64) []float64 {
	order := make([]int, len(wanted))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case wanted[a] < wanted[b]:
			return -1
		case wanted[a] > wanted[b]:
			return 1
		}
		return 0
	})
	out := slices.Clone(wanted)
	at := low
	for _, i := range order { // up: none below the one before it
		out[i] = max(out[i], at)
		at = out[i] + gap
	}
	at = high
	for _, i := range slices.Backward(order) { // down again from the far end
		out[i] = min(out[i], at)
		at = out[i] - gap
	}
	return out
}
