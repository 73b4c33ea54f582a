package analyze

import (
	"math"

	"loadline/analyze/knee"
)

// slack is how much more than 1−fraction of the throughput the limit may cost.
const slack = 0.03

// hair is how much of a request in flight is missing on average while one
// answer is taken and the next request sent: 3.97 of four are four.
const hair = 0.05

// Limit is how many requests may be in flight at once: max(1, ⌊fraction·n⌋),
// where n is the in-flight at the maximum. Of few, rounding down takes a whole
// slot away: where that costs more throughput than the fraction means to, the limit
// is the next that does not, and at most n.
func Limit(c *knee.Curve, inFlight, fraction float64) int {
	inFlight += hair
	limit := max(1, math.Floor(fraction*inFlight))
	for c != nil && limit < math.Floor(inFlight) && c.At(limit) < (fraction-slack)*c.Max.Value {
		limit++
	}
	return int(limit)
}
