package enginetest

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/targets/servers"
)

// freezer serves at once, except that requests within the freeze wait for its end.
type freezer struct {
	mu    sync.Mutex
	first time.Time
	from  time.Duration // since the first request
	to    time.Duration
}

func (f *freezer) serve(_ http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	if f.first.IsZero() {
		f.first = time.Now()
	}
	since := time.Since(f.first)
	f.mu.Unlock()
	if since < f.from || since >= f.to {
		return
	}
	select {
	case <-time.After(f.to - since):
	case <-r.Context().Done():
	}
}

// freeze: while the service stands still only a few requests are under way,
// yet all that the schedule wanted meanwhile waited, and the response time
// says so. Service time alone would hide it: coordinated omission.
func freeze(t *testing.T, make Make) {
	f := &freezer{from: 200 * time.Millisecond, to: 600 * time.Millisecond}
	s := serve(t, f.serve)
	defer s.Close()
	options := defaults()
	options.MaxInFlight = 4
	r := make.get(t, options, s.URL)
	defer r.close()
	step := r.send(open(100, time.Second))
	response, service := step.Response.OK, step.Service.OK
	if response == nil || service == nil {
		t.Fatalf("counts %+v", step.Counts)
	}
	// 40 of 100 arrivals fall into the freeze and wait 200 ms on average.
	if response.Max.Std() < 300*time.Millisecond || response.P90.Std() < 200*time.Millisecond {
		t.Errorf("response p90 %s and max %s after a freeze of 400ms", response.P90, response.Max)
	}
	if service.P90.Std() >= response.P90.Std() {
		t.Errorf("service p90 %s is not below response p90 %s: 4 requests met the freeze", service.P90, response.P90)
	}
	if step.Lag == nil || step.Lag.Max.Std() < 200*time.Millisecond {
		t.Errorf("lag %+v", step.Lag)
	}
}

// noBurst: what waited during a stall is sent at the pace of the schedule, not
// at once.
func noBurst(t *testing.T, make Make) {
	const rate = 400
	f := &freezer{from: 100 * time.Millisecond, to: 500 * time.Millisecond}
	s := serve(t, f.serve)
	defer s.Close()
	var mu sync.Mutex
	var starts []time.Duration
	options := defaults()
	options.MaxInFlight = 4
	options.Observer = func(seen *engine.Seen) {
		mu.Lock()
		defer mu.Unlock()
		starts = append(starts, seen.Sent)
	}
	r := make.get(t, options, s.URL)
	defer r.close()
	step := r.send(open(rate, time.Second))
	slices.Sort(starts)
	// In any 200 ms the schedule has 80; a hiccup and the catching up allow 12
	// more. At full speed the 160 that waited would all come at once.
	const window = 200 * time.Millisecond
	for i := range starts {
		n, _ := slices.BinarySearch(starts[i:], starts[i]+window)
		if n > 110 {
			t.Fatalf("%d requests were sent within %s of %s, the schedule has %v", n, window, starts[i], rate*window.Seconds())
		}
	}
	if step.Scheduled != rate {
		t.Errorf("%d scheduled, want %d", step.Scheduled, rate)
	}
}

// bound: no more in flight than may be; with --late drop the rest is dropped
// and counted, with send it is late.
func bound(t *testing.T, make Make) {
	for _, late := range []engine.Late{engine.DropLate, engine.SendLate} {
		t.Run(string(late), func(t *testing.T) {
			hold := newGate()
			defer hold.release()
			s := serve(t, func(_ http.ResponseWriter, r *http.Request) { hold.wait(r) })
			defer s.Close()
			options := defaults()
			options.MaxInFlight, options.Late = 5, late
			r := make.get(t, options, s.URL)
			defer r.close()
			time.AfterFunc(400*time.Millisecond, hold.release)
			step := r.send(open(200, 500*time.Millisecond))
			if s.peak() != 5 || *step.InFlight.Max != 5 {
				t.Errorf("%d at once at the server, %d in the step; want 5", s.peak(), *step.InFlight.Max)
			}
			if step.Scheduled != 100 {
				t.Errorf("%d scheduled, want 100", step.Scheduled)
			}
			if late == engine.DropLate && (step.Dropped < 60 || step.Lag.Max.Std() > 10*engine.Hiccup) {
				t.Errorf("%d dropped and a lag of %s; some 75 came while nothing could be sent", step.Dropped, step.Lag.Max)
			}
			if late == engine.SendLate && step.Lag.Max.Std() < 200*time.Millisecond {
				t.Errorf("the lag of late arrivals is %s", step.Lag.Max)
			}
		})
	}
}

// shedPause: a refused place waits, so that few requests are made of many refusals.
func shedPause(t *testing.T, make Make) {
	for name, c := range map[string]struct {
		url  string
		most int64
	}{
		"Retry-After":    {servers.Refuses(t, 429, "1"), 2},
		"no Retry-After": {servers.Refuses(t, 503, ""), 2 * 21}, // 200 ms of 10 ms pauses
	} {
		t.Run(name, func(t *testing.T) {
			r := make.get(t, defaults(), c.url)
			defer r.close()
			step := r.send(closed(2, 200*time.Millisecond))
			if step.Counts.Shed != step.Sent || step.Sent < 2 || step.Sent > c.most {
				t.Errorf("%d requests, %+v; want at most %d, all shed", step.Sent, step.Counts, c.most)
			}
		})
	}
}

// cancellation: what is in flight is abandoned, and booked as such.
func cancellation(t *testing.T, make Make) {
	for _, load := range []record.Load{record.ClosedLoad(3), record.OpenLoad(50, record.Constant)} {
		t.Run(string(load.Model), func(t *testing.T) {
			hold := newGate()
			defer hold.release()
			s := serve(t, func(_ http.ResponseWriter, r *http.Request) { hold.wait(r) })
			defer s.Close()
			options := defaults()
			options.Timeout = time.Hour
			r := make.get(t, options, s.URL)
			defer r.close()
			ctx, cancel := context.WithCancel(context.Background())
			defer s.whenAsked(3, cancel)()
			step, _ := r.sendUntil(ctx, record.Trial{Load: load, Duration: time.Hour})
			if n := classes(&step)[engine.Interrupted]; n != step.Sent || n < 3 {
				t.Errorf("%d of %d requests were abandoned: %+v", n, step.Sent, step.Errors)
			}
			if step.Duration.Std() <= 0 || step.Duration.Std() > time.Minute {
				t.Errorf("the load lasted %s", step.Duration)
			}
		})
	}
	t.Run("finished within the grace", func(t *testing.T) {
		hold := newGate()
		s := serve(t, func(_ http.ResponseWriter, r *http.Request) { hold.wait(r) })
		defer s.Close()
		r := make.get(t, defaults(), s.URL)
		defer r.close()
		ctx, cancel := context.WithCancel(context.Background())
		// That it is cancelled is seen a moment later: a place may be filled once more.
		defer s.whenAsked(3, func() { cancel(); time.AfterFunc(100*time.Millisecond, hold.release) })()
		step, _ := r.sendUntil(ctx, closed(3, time.Hour))
		if step.Counts.OK != step.Sent || step.Sent < 3 || step.Duration.Std() >= time.Hour {
			t.Errorf("counts %+v of %d", step.Counts, step.Sent)
		}
	})
}

func stopInFlight(t *testing.T, make Make) {
	hold := newGate()
	s := serve(t, func(_ http.ResponseWriter, r *http.Request) { hold.wait(r) })
	defer s.Close()
	r := make.get(t, defaults(), s.URL)
	defer r.close()
	trial := open(100, time.Hour)
	trial.Stop.InFlight = 10
	// The rule is looked at now and then: the service answers a while later.
	defer s.whenAsked(10, func() { time.AfterFunc(100*time.Millisecond, hold.release) })()
	step, book := r.sendUntil(context.Background(), trial)
	if book.Stopped() == "" || step.Sent < 10 || step.Duration.Std() >= time.Hour {
		t.Errorf("stopped for %q after %d requests and %s", book.Stopped(), step.Sent, step.Duration)
	}
}

func stopBad(t *testing.T, make Make) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	defer s.Close()
	for _, load := range []record.Load{record.ClosedLoad(2), record.OpenLoad(200, record.Constant)} {
		r := make.get(t, defaults(), s.URL)
		trial := record.Trial{Load: load, Duration: time.Hour}
		trial.Stop.Bad = 20
		step, book := r.sendUntil(context.Background(), trial)
		if book.Stopped() == "" || step.Counts.Error <= 20 || step.Duration.Std() >= time.Hour {
			t.Errorf("%s: stopped for %q after %s errors", load, book.Stopped(), strconv.FormatInt(step.Counts.Error, 10))
		}
		r.close()
	}
}
