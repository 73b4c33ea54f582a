package engine_test

import (
	"net/http"
	"testing"
	"time"

	"loadline/attack/engine"
)

func TestPause(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	in := func(d time.Duration) string { return now.Add(d).Format(http.TimeFormat) }
	for _, c := range []struct {
		retryAfter string
		service    time.Duration
		want       time.Duration
	}{
		{"", 0, 10 * time.Millisecond},
		{"", 40 * time.Millisecond, 40 * time.Millisecond},
		{"", time.Microsecond, time.Millisecond},
		{"", time.Minute, time.Second},
		{"1", 40 * time.Millisecond, time.Second},
		{" 1 ", 0, time.Second},
		{"3600", 0, time.Second},
		{"9223372036854775807", 0, time.Second},
		{"99999999999999999999", 40 * time.Millisecond, 40 * time.Millisecond},
		{"0", 40 * time.Millisecond, time.Millisecond},
		{"-5", 40 * time.Millisecond, 40 * time.Millisecond},
		{"soon", 40 * time.Millisecond, 40 * time.Millisecond},
		{in(time.Hour), 0, time.Second},
		{in(-time.Hour), 0, time.Millisecond},
	} {
		if got := engine.Pause(c.retryAfter, c.service, now); got != c.want {
			t.Errorf("Retry-After %q, service time %s: pause %s, want %s", c.retryAfter, c.service, got, c.want)
		}
	}
}
