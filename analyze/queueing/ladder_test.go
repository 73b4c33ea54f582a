package queueing_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"loadline/analyze/queueing"
)

// lindley is the share of responses beyond the limit in a simulated M/G/1
// queue, by Lindley's recursion.
func lindley(rate, limit float64, draw func(*rand.Rand) float64) float64 {
	const n = 2_000_000
	random := rand.New(rand.NewPCG(9, 9))
	wait, slow := 0.0, 0
	for range n {
		service := draw(random)
		if wait+service > limit {
			slow++
		}
		wait = max(wait+service-random.ExpFloat64()/rate, 0)
	}
	return float64(slow) / n
}

// One server with times of a hundredfold range: of two kinds, and with a
// power's tail, where no exponential describes the waits.
func TestMeasuredHoldsForUnevenTimes(t *testing.T) {
	pareto := func(u float64) float64 { return 0.005 * math.Pow(1-u, -1/3.5) }
	limits := map[string]float64{"two kinds": 0.25, "power": 0.05}
	for name, quantile := range map[string]func(u float64) float64{
		"two kinds": func(u float64) float64 {
			if u < 0.97 {
				return 0.002
			}
			return 0.2
		},
		"power": pareto,
	} {
		var times, weights []float64
		for u := 0.0; 1-u > 1e-7; {
			step := min((1-u)*0.02, 0.0005)
			times, weights = append(times, quantile(u+step/2)), append(weights, step)
			u += step
		}
		q, _ := queueing.NewMeasured(1, times, weights, false)
		for _, busy := range []float64{0.2, 0.5, 0.7} {
			rate, limit := busy*q.Capacity(), limits[name]
			got := q.ResponseTail(rate, time.Duration(limit*1e9))
			want := lindley(rate, limit, func(r *rand.Rand) float64 { return quantile(r.Float64()) })
			if math.Abs(got/want-1) > 0.08 {
				t.Errorf("%s, %v busy: %.5f are slow, simulated %.5f", name, busy, got, want)
			}
		}
	}
}
