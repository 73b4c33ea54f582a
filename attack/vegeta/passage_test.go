package vegeta

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"loadline/attack/engine"
)

func TestPassageLiesWithinWhatTheCallerSaw(t *testing.T) {
	start := time.Now()
	at := func(d time.Duration) time.Time { return start.Add(d) }
	const sent, done = 10, 20
	for _, tt := range []struct {
		name       string
		passage    passage
		sent, done time.Duration
	}{
		{"not known", passage{}, 10, 20},
		{"within", passage{at(12), at(18)}, 12, 18},
		{"fresh connection", passage{done: at(18)}, 10, 18},
		{"answered before it was asked", passage{at(15), at(12)}, 15, 20},
		{"of another request", passage{at(5), at(25)}, 10, 20},
	} {
		gotSent, gotDone := tt.passage.within(start, sent, done)
		if gotSent != tt.sent || gotDone != tt.done {
			t.Errorf("%s: %d to %d, want %d to %d", tt.name, gotSent, gotDone, tt.sent, tt.done)
		}
	}
}

// The first request on a connection counts from before it was opened; of the
// second the bytes are timed.
func TestPassageIsNoted(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("hello")) //nolint:errcheck // a test's server
	}))
	defer s.Close()
	p := newPool(engine.Options{KeepAlive: true})
	defer p.close()
	for _, known := range []bool{false, true} {
		var passed passage
		r, err := http.NewRequestWithContext(noting(context.Background(), &passed), http.MethodGet, s.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := p.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := discard(response.Body); err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if passed.sent.IsZero() == known || passed.done.IsZero() || known && passed.done.Before(passed.sent) {
			t.Errorf("passage %+v, start known: %v", passed, known)
		}
	}
}
