package limits_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"loadline/report/limits"
	"loadline/report/limits/limitstest"
)

// write renders a limit of n into dir and returns the file's path.
func write(t *testing.T, dir, format string, n int, options limits.Options) string {
	t.Helper()
	f, err := limits.Named(format)
	if err != nil {
		t.Fatal(err)
	}
	limit, err := limits.ByHand(n, options)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := limits.Render(&text, format, limit); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, f.File)
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// press drives a server with 64 clients until the service has finished done requests.
func press(t *testing.T, s *limitstest.Service, address string, done int) limitstest.Tally {
	t.Helper()
	tally := limitstest.Press{URL: "http://" + address, Clients: 64, Done: done}.Run(t, s)
	t.Logf("in flight %d at most; %+v", s.Peak(), tally)
	return tally
}

// refuses asserts what every refusing format promises.
func refuses(t *testing.T, s *limitstest.Service, tally limitstest.Tally, limit, status int) {
	t.Helper()
	if got := s.Peak(); got != limit {
		t.Errorf("%d in flight at the service, want %d", got, limit)
	}
	if tally.Statuses[status] == 0 || len(tally.Statuses) != 2 || tally.OK == 0 {
		t.Errorf("answers by status are %v, want 200 and %d", tally.Statuses, status)
	}
	if tally.NoRetry > 0 {
		t.Errorf("%d refusals without Retry-After", tally.NoRetry)
	}
	healthy(t, tally)
}

func healthy(t *testing.T, tally limitstest.Tally) {
	t.Helper()
	if tally.Healthy == 0 || tally.Sick > 0 {
		t.Errorf("the health path answered %d times and failed %d times, last %s", tally.Healthy, tally.Sick, tally.Wrong)
	}
	if tally.Failed > 0 {
		t.Errorf("%d requests got no answer, last: %s", tally.Failed, tally.Failure)
	}
}

// holdsAborts asserts that clients who give up after 100 ms of 500 do not push
// more than the limit into the service, which goes on working for them.
func holdsAborts(t *testing.T, s *limitstest.Service, address string, limit int) {
	t.Helper()
	tally := limitstest.Press{URL: "http://" + address, Clients: 64, Timeout: 100 * time.Millisecond, Done: 3 * limit}.Run(t, s)
	t.Logf("in flight %d at most; %+v", s.Peak(), tally)
	if tally.Abandoned == 0 {
		t.Error("no client gave up")
	}
	if got := s.Peak(); got != limit {
		t.Errorf("%d in flight at the service, want %d", got, limit)
	}
}
