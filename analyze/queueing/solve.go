package queueing

import (
	"math"
	"time"
)

// quantile inverts a tail by bisection, to a nanosecond.
func quantile(p float64, tail func(time.Duration) float64, mean time.Duration) time.Duration {
	share := 1 - min(max(p, 0), 1-1e-15)
	low, high := time.Duration(0), max(mean, 1)
	for tail(high) > share && high < math.MaxInt64/2 {
		low, high = high, 2*high
	}
	for high-low > 1 {
		middle := low + (high-low)/2
		if tail(middle) > share {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// capacityWithin is the greatest rate at which tail is at most share, by
// bisection: a tail grows with the rate.
func capacityWithin(servers int, service time.Duration, tail func(Load) float64, share float64) (float64, error) {
	idle, err := NewLoad(servers, service, 0)
	if err != nil {
		return 0, err
	}
	if tail(idle) > share {
		return 0, nil
	}
	low, high := 0.0, Capacity(servers, service)
	for range 60 {
		middle := low + (high-low)/2
		load, err := NewLoad(servers, service, middle)
		if err == nil && tail(load) <= share {
			low = middle
		} else {
			high = middle
		}
	}
	return low, nil
}
