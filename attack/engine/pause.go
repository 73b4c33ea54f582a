package engine

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Pauses of the closed model after an answer that was shed.
const (
	maxPause   = time.Second           // of a Retry-After: longer would outlast the trial
	firstPause = 10 * time.Millisecond // while no service time is known
	minPause   = time.Millisecond      // a refusing service must not be hammered
)

// Pause is how long a place in the closed model waits after its request was
// shed: what the Retry-After header asks, up to a second, or else about one
// service time (0: not known yet).
func Pause(retryAfter string, service time.Duration, now time.Time) time.Duration {
	if wait, ok := parseRetryAfter(retryAfter, now); ok {
		return min(max(wait, minPause), maxPause)
	}
	if service <= 0 {
		return firstPause
	}
	return min(max(service, minPause), maxPause)
}

// parseRetryAfter reads seconds or a date (RFC 9110, 10.2.3).
func parseRetryAfter(text string, now time.Time) (time.Duration, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, false
	}
	if seconds, err := strconv.ParseUint(text, 10, 63); err == nil {
		return time.Duration(min(seconds, uint64(maxPause/time.Second))) * time.Second, true
	}
	if date, err := http.ParseTime(text); err == nil {
		return date.Sub(now), true
	}
	return 0, false
}
