package main

import (
	"testing"
	"time"
)

// Of a second with one gap of 100 ms, 1 % of the moments are 90 ms late or
// more; with two such gaps 95 ms; with none nobody is.
func TestLateness(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		gaps []time.Duration
		want time.Duration
	}{
		{nil, 0},
		{[]time.Duration{100 * ms}, 90 * ms},
		{[]time.Duration{100 * ms, 100 * ms}, 95 * ms},
		{[]time.Duration{5 * ms, 100 * ms}, 90 * ms},
		{[]time.Duration{4 * ms}, 0},
		{[]time.Duration{8 * ms, 6 * ms}, 2 * ms},
	} {
		if got := lateness(tt.gaps, time.Second, 0.01); got != tt.want {
			t.Errorf("gaps %v: %v, want %v", tt.gaps, got, tt.want)
		}
	}
}
