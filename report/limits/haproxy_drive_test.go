package limits_test

import (
	"path/filepath"
	"testing"
	"time"

	"loadline/report/limits"
	"loadline/report/limits/limitstest"
)

func startHAProxy(t *testing.T, format string, n int, work time.Duration, options limits.Options) (*limitstest.Service, string) {
	t.Helper()
	service := limitstest.NewService(t, work)
	options.Upstream, options.Listen = service.Address, limitstest.FreeAddress(t)
	path := write(t, t.TempDir(), format, n, options)
	limitstest.Start(t, filepath.Dir(path), options.Listen, "haproxy", "-db", "-f", path)
	return service, options.Listen
}

func TestHAProxyHoldsTheLimit(t *testing.T) {
	t.Parallel()
	for _, status := range []int{503, 429} {
		service, address := startHAProxy(t, "haproxy", 8, 50*time.Millisecond, limits.Options{RejectStatus: status})
		refuses(t, service, press(t, service, address, 80), 8, status)
	}
}

func TestHAProxyQueuesAndHoldsTheLimit(t *testing.T) {
	t.Parallel()
	service, address := startHAProxy(t, "haproxy-queue", 8, 50*time.Millisecond, limits.Options{Queue: 16})
	refuses(t, service, press(t, service, address, 80), 8, 503)
}

// With room in the queue for every client nobody is refused.
func TestHAProxyQueuesWhatFits(t *testing.T) {
	t.Parallel()
	service, address := startHAProxy(t, "haproxy-queue", 8, 20*time.Millisecond, limits.Options{Queue: 64})
	tally := press(t, service, address, 160)
	if service.Peak() != 8 || len(tally.Statuses) != 1 || tally.OK == 0 {
		t.Errorf("in flight %d, answers %v, want 8 and only 200", service.Peak(), tally.Statuses)
	}
	healthy(t, tally)
}

func TestHAProxyHoldsTheLimitWhenClientsAbort(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"haproxy", "haproxy-queue"} {
		service, address := startHAProxy(t, format, 8, 500*time.Millisecond, limits.Options{})
		holdsAborts(t, service, address, 8)
	}
}

// The article's line writer: one at a time.
func TestALimitOfOneLetsOneIn(t *testing.T) {
	t.Parallel()
	service, address := startHAProxy(t, "haproxy", 1, 20*time.Millisecond, limits.Options{})
	refuses(t, service, press(t, service, address, 20), 1, 503)

	service, listen := limitstest.NewService(t, 20*time.Millisecond), limitstest.FreeAddress(t)
	path := write(t, t.TempDir(), "nginx", 1, limits.Options{Upstream: service.Address, Listen: listen})
	startNginx(t, path, listen, "")
	refuses(t, service, press(t, service, listen, 20), 1, 503)
}
