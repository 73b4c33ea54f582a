package schedule

import (
	"math"
	"time"
)

// profile is a rate over time: linear from one rate to another in the first
// over seconds, constant afterwards.
type profile struct {
	from, to float64 // per second
	over     float64 // seconds
}

func (p profile) scaled(by float64) profile {
	return profile{from: p.from * by, to: p.to * by, over: p.over}
}

// slope is how much the rate rises in a second of the ramp.
func (p profile) slope() float64 {
	if p.over == 0 {
		return 0
	}
	return (p.to - p.from) / p.over
}

func (p profile) rate(t float64) float64 {
	if t >= p.over {
		return p.to
	}
	return p.from + p.slope()*max(t, 0)
}

// expected is the integral of the rate up to t.
func (p profile) expected(t float64) float64 {
	ramp := min(max(t, 0), p.over)
	return p.from*ramp + p.slope()*ramp*ramp/2 + p.to*max(t-p.over, 0)
}

// when is the time at which the integral of the rate reaches s. Within the
// ramp it solves from·t + slope·t²/2 = s in the form that neither divides by a
// slope of 0 nor cancels.
func (p profile) when(s float64) time.Duration {
	ramp := (p.from + p.to) / 2 * p.over
	if s < ramp {
		root := math.Sqrt(max(p.from*p.from+2*p.slope()*s, 0))
		if s == 0 {
			return 0
		}
		return duration(2 * s / (p.from + root))
	}
	if p.to == 0 {
		return Never
	}
	return duration(p.over + (s-ramp)/p.to)
}

// duration rounds to the nanosecond; what does not fit is Never.
func duration(seconds float64) time.Duration {
	ns := math.Round(seconds * 1e9)
	if !(ns < math.MaxInt64) {
		return Never
	}
	return time.Duration(ns)
}
