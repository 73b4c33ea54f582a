package queueing_test

import (
	"math"
	"testing"
	"time"

	"loadline/analyze/queueing"
)

// exponential is a sample of so many service times in seconds with the mean,
// evenly spaced in probability, and weights that are all the same.
func exponential(n int, mean time.Duration) (times, weights []float64) {
	for i := range n {
		times = append(times, -mean.Seconds()*math.Log(1-(float64(i)+0.5)/float64(n)))
		weights = append(weights, 1)
	}
	return times, weights
}

// With exponential and with constant times the approximation comes near what
// Erlang and Crommelin solved, beside the capacity.
func TestMeasuredAgreesWithTheory(t *testing.T) {
	const each = 10 * time.Millisecond
	for _, servers := range []int{1, 2, 4, 16, 64} {
		most := queueing.Capacity(servers, each)
		times, weights := exponential(2000, each)
		exp, _ := queueing.NewMeasured(servers, times, weights, false)
		det, _ := queueing.NewMeasured(servers, []float64{each.Seconds()}, []float64{3}, false)
		for _, n := range []time.Duration{6, 8, 12, 20} {
			want, err := queueing.MMcCapacity(servers, each, n*each, 0.01)
			if got := exp.Within(n*each, 0.01); err != nil || math.Abs(got-want) > 0.01*most {
				t.Errorf("M/M/%d within %v: %v, Erlang has %v (%v)", servers, n*each, got, want, err)
			}
			want, err = queueing.MDcCapacity(servers, each, n*each/3, 0.01)
			if got := det.Within(n*each/3, 0.01); err != nil || math.Abs(got-want) > 0.035*most {
				t.Errorf("M/D/%d within %v: %v, Crommelin has %v (%v)", servers, n*each/3, got, want, err)
			}
		}
	}
}

// Evenly spaced arrivals of constant times never wait below the capacity.
func TestMeasuredWithoutChance(t *testing.T) {
	q, _ := queueing.NewMeasured(2, []float64{0.01}, []float64{1}, true)
	if got := q.Within(11*time.Millisecond, 0.01); got < 198 || got > 200 {
		t.Errorf("D/D/2 of 10 ms holds %v/s, want 200", got)
	}
	if got := q.Within(9*time.Millisecond, 0.01); got != 0 {
		t.Errorf("a limit below every service time is kept at %v/s", got)
	}
}

// More load is never faster, and no share leaves 0 to 1.
func TestMeasuredIsMonotone(t *testing.T) {
	times, weights := exponential(300, 20*time.Millisecond)
	times, weights = append(times, 2, 0, -1), append(weights, 0.5, 1, 1)
	q, ok := queueing.NewMeasured(3, times, weights, false)
	before := 0.0
	for rate := 0.0; rate < 1.2*q.Capacity(); rate += q.Capacity() / 50 {
		share := q.ResponseTail(rate, 100*time.Millisecond)
		if !(share >= before && share <= 1) || !ok {
			t.Fatalf("at %v/s %v are slow, after %v", rate, share, before)
		}
		before = share
	}
	if before != 1 {
		t.Errorf("beyond the capacity %v are slow, want all", before)
	}
}

func TestMeasuredOfNothing(t *testing.T) {
	if _, ok := queueing.NewMeasured(1, []float64{0, -1, 1}, []float64{1, 1, 0}, false); ok {
		t.Error("a queue without service times")
	}
}
