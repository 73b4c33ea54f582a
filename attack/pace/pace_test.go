package pace_test

import (
	"testing"
	"testing/synctest"
	"time"

	"loadline/attack/pace"
)

func TestUntilInVirtualTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := pace.Start(1000, pace.Plain{})
		defer clock.Stop()
		for _, at := range []time.Duration{0, time.Microsecond, time.Millisecond, time.Hour} {
			if now := clock.Until(at, nil); now != at {
				t.Errorf("until %s came back at %s", at, now)
			}
		}
		if now := clock.Until(time.Second, nil); now != time.Hour {
			t.Errorf("waiting for the past took until %s", now)
		}
	})
}

func TestQuitEndsAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock, quit := pace.Start(1, pace.Plain{}), make(chan struct{})
		defer clock.Stop()
		time.AfterFunc(time.Second, func() { close(quit) })
		if now := clock.Until(time.Hour, quit); now != time.Second {
			t.Errorf("came back at %s, was told to at 1s", now)
		}
	})
}

// However precise, a wait is never too short, and the thread is given back.
func TestPreciseIsNeverEarly(t *testing.T) {
	for _, rate := range []float64{100, 2000, 50_000} {
		clock := pace.Start(rate, nil)
		for at := time.Duration(0); at < 20*time.Millisecond; at += 300 * time.Microsecond {
			if now := clock.Until(at, nil); now < at {
				t.Errorf("at %v/s: until %s came back at %s", rate, at, now)
			}
		}
		clock.Stop()
		clock.Stop()
	}
}
