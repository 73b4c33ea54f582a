package servers

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// get is the status and the start of the body; the error is the client's.
func get(t *testing.T, url string, limit time.Duration) (int, string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	transport := &http.Transport{MaxResponseHeaderBytes: 1 << 20}
	defer transport.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return response.StatusCode, string(body), err
}

const enough = 30 * time.Second

func TestSlots(t *testing.T) {
	s := Slots(t, SlotsConfig{Slots: 3, Service: 5 * time.Millisecond})
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			if status, _, err := get(t, s.URL, enough); status != http.StatusOK {
				t.Error(status, err)
			}
		})
	}
	group.Wait()
	if s.Served() != 12 || s.Refused() != 0 || s.Most() > 3 || s.Most() < 1 {
		t.Errorf("served %d, refused %d, at most %d at a time", s.Served(), s.Refused(), s.Most())
	}
}

func TestSlotsRefuse(t *testing.T) {
	s := Slots(t, SlotsConfig{Slots: 1, Service: time.Hour, Refuse: true})
	ctx, cancel := context.WithCancel(t.Context())
	holding := make(chan error)
	go func() {
		request, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
		_, err := http.DefaultTransport.RoundTrip(request)
		holding <- err
	}()
	for s.Most() == 0 { // until the slot is held
		if status, _, err := get(t, s.URL+"/healthz", enough); status != http.StatusOK {
			t.Fatal(status, err)
		}
	}
	if status, body, err := get(t, s.URL, enough); status != http.StatusServiceUnavailable || !strings.Contains(body, "busy") {
		t.Error(status, body, err)
	}
	cancel()
	if err := <-holding; !errors.Is(err, context.Canceled) || s.Refused() != 1 {
		t.Error(err, s.Refused())
	}
}

func TestPlainServices(t *testing.T) {
	for name, want := range map[string]struct {
		url    string
		status int
	}{
		"refuses":            {Refuses(t, 429, "1"), 429},
		"not found":          {NotFound(t), 404},
		"escapes":            {Escapes(t), 500},
		"nginx":              {Nginx(t, NginxConfig{}), 200},
		"nginx with a limit": {Nginx(t, NginxConfig{Limit: 1}), 200},
		"nginx as a proxy":   {Nginx(t, NginxConfig{Upstream: strings.TrimPrefix(NotFound(t), "http://")}), 404},
		"node":               {Node(t, 5, time.Millisecond), 200},
		"burn":               {Burn(t, 64), 200},
	} {
		if status, body, err := get(t, want.url, enough); status != want.status || err != nil {
			t.Errorf("%s: %d %q %v", name, status, body, err)
		}
	}
}

// Each hostile service fails in its own way, and with nothing but an error.
func TestHostileServices(t *testing.T) {
	const soon = 200 * time.Millisecond
	for name, c := range map[string]struct {
		url   string
		limit time.Duration
		want  func(error) bool
	}{
		"closed":      {Closed(t), enough, is(syscall.ECONNREFUSED)},
		"resets":      {Resets(t), enough, is(syscall.ECONNRESET)},
		"silent":      {Silent(t), soon, is(context.DeadlineExceeded)},
		"drip":        {Drip(t, 10*time.Millisecond), soon, is(context.DeadlineExceeded)},
		"garbage":     {Garbage(t), enough, says("malformed HTTP")},
		"huge header": {HugeHeader(t, 2<<20), enough, says("exceeded")},
	} {
		if _, _, err := get(t, c.url, c.limit); !c.want(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if status, body, err := get(t, Endless(t), enough); status != 200 || len(body) != 1<<20 {
		t.Error(status, len(body), err)
	}
}

func is(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }

func says(text string) func(error) bool {
	return func(err error) bool { return err != nil && strings.Contains(err.Error(), text) }
}

// What a test started is gone with it: nothing answers on its port.
func TestNothingIsLeft(t *testing.T) {
	var urls []string
	t.Run("start", func(t *testing.T) {
		urls = []string{Nginx(t, NginxConfig{}), Node(t, 1, time.Millisecond), Silent(t), NotFound(t)}
	})
	for _, url := range urls {
		if c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://")); err == nil {
			c.Close()
			t.Errorf("%s still answers", url)
		}
	}
}
