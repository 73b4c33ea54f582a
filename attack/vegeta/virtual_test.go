package vegeta

import (
	"bytes"
	"context"
	"io"
	"math"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"loadline/attack/engine"
	"loadline/attack/pace"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/targets"
)

// service is a carrier without a network: a service in virtual time.
type service struct {
	serve func(r *http.Request) *http.Response
	seen  atomic.Int64
}

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	s.seen.Add(1)
	if response := s.serve(r); response != nil {
		response.Proto, response.Body = "HTTP/1.1", http.NoBody
		return response, nil
	}
	<-r.Context().Done()
	return nil, context.Cause(r.Context())
}

func (s *service) count(*engine.Traffic) {}
func (s *service) close()                {}

func ok() *http.Response { return &http.Response{StatusCode: 200, Header: http.Header{}} }

// slots is a service with n places and a queue before them.
func slots(n int, each time.Duration) *service {
	var places chan struct{}
	var once sync.Once
	return &service{serve: func(*http.Request) *http.Response {
		once.Do(func() { places = make(chan struct{}, n) }) // within the bubble of virtual time
		places <- struct{}{}
		time.Sleep(each)
		<-places
		return ok()
	}}
}

// run runs a trial in virtual time.
func run(t *testing.T, options engine.Options, s *service, trial record.Trial) (step record.Step) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		step, _ = runUntil(t, context.Background(), options, s, trial)
	})
	return step
}

func runUntil(t *testing.T, ctx context.Context, options engine.Options, s *service, trial record.Trial) (record.Step, *tally.Book) {
	t.Helper()
	mix, err := targets.NewMix(targets.Request{URL: "http://service.test/"})
	if err != nil {
		t.Fatal(err)
	}
	options.Sleeper = pace.Plain{}
	options, err = options.Filled()
	if err != nil {
		t.Fatal(err)
	}
	e := newEngine(options, mix, s)
	defer e.Close()
	book := tally.New(trial)
	lasted, err := e.Send(ctx, trial, book)
	if err != nil {
		t.Fatal(err)
	}
	step := book.Step(lasted)
	if err := (&record.Run{Steps: []record.Step{step}}).Validate(); err != nil {
		t.Error(err)
	}
	return step, book
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s is %v, want %v within %v %%", what, got, want, 100*tolerance)
	}
}

// A closed load has exactly its concurrency in flight, and Little's law holds.
func TestClosedInVirtualTime(t *testing.T) {
	step := run(t, engine.Options{}, slots(8, 40*time.Millisecond),
		record.Trial{Load: record.ClosedLoad(16), Warmup: time.Second, Duration: 11 * time.Second})
	near(t, "throughput", *step.Throughput, 200, 0.001)
	near(t, "in flight", *step.InFlight.Mean, 16, 0.001)
	near(t, "Little's law", *step.Throughput*step.Service.OK.Mean.Seconds(), *step.InFlight.Mean, 0.01)
	near(t, "service time", step.Service.OK.P50.Seconds(), 0.080, 0.01)
	if step.Response.OK.P99.Std() != step.Service.OK.P99.Std() {
		t.Errorf("response and service time differ in the closed model: %s, %s", step.Response.OK.P99, step.Service.OK.P99)
	}
}

// Requests of a steady service do not march in step: windows a little longer
// than its time hold about the same number of completions, below the knee and
// above. In step every fourth would hold twice as many.
func TestClosedIsSpread(t *testing.T) {
	for _, n := range []int{3, 8, 12, 40} {
		busy := min(n, 8)
		settling := time.Duration(3*n/busy) * 40 * time.Millisecond
		step := run(t, engine.Options{}, slots(8, 40*time.Millisecond), record.Trial{
			Load: record.ClosedLoad(n), Warmup: settling, Duration: settling + time.Second, Window: 50 * time.Millisecond,
		})
		want := int64(busy * 50 / 40)
		for i, count := range step.Windows.OK {
			if off := count - want; max(off, -off) > 1+want/4 {
				t.Errorf("%d in flight: window %d has %d completions, want about %d; all: %v", n, i, count, want, step.Windows.OK)
				break
			}
		}
	}
}

func TestOpenInVirtualTime(t *testing.T) {
	s := slots(8, 40*time.Millisecond)
	step := run(t, engine.Options{}, s,
		record.Trial{Load: record.OpenLoad(100, record.Poisson), Duration: 50 * time.Second, Seed: 1})
	near(t, "sent", float64(step.Sent), 5_000, 0.05)
	near(t, "in flight", *step.InFlight.Mean, 4, 0.1)
	near(t, "Little's law", *step.Throughput*step.Service.OK.Mean.Seconds(), *step.InFlight.Mean, 0.01)
	if step.Lag.Max.Std() != 0 {
		t.Errorf("a lag of %s in virtual time", step.Lag.Max)
	}
	if s.seen.Load() != step.Sent {
		t.Errorf("sent %d, the service saw %d", step.Sent, s.seen.Load())
	}
}

// A service that stands still for 2 s of 20: the arrivals of the freeze wait
// for its end, evenly between 0 and 2 s. With all of them in flight or with
// only one, the response times are the same.
func TestFreezeInVirtualTime(t *testing.T) {
	for _, bound := range []int{1000, 1} {
		var once sync.Once
		var began time.Time
		s := &service{serve: func(*http.Request) *http.Response {
			once.Do(func() { began = time.Now() })
			if since := time.Since(began); since >= 5*time.Second && since < 7*time.Second {
				time.Sleep(7*time.Second - since)
			}
			return ok()
		}}
		step := run(t, engine.Options{MaxInFlight: bound}, s,
			record.Trial{Load: record.OpenLoad(100, record.Constant), Duration: 20 * time.Second})
		near(t, "maximum", step.Response.OK.Max.Seconds(), 2, 0.02)
		if bound > 1 {
			near(t, "p99", step.Response.OK.P99.Seconds(), 1.8, 0.02) // a tenth of the arrivals are in the freeze
			continue
		}
		if step.Service.OK.P99.Std() != 0 && step.Service.OK.P99.Std() > time.Millisecond {
			t.Errorf("service time p99 is %s, yet only one request met the freeze", step.Service.OK.P99)
		}
		if step.Response.OK.P90.Std() < time.Second {
			t.Errorf("response time p90 is %s: the wait for a place is hidden", step.Response.OK.P90)
		}
	}
}

func TestTimeoutsInVirtualTime(t *testing.T) {
	never := &service{serve: func(*http.Request) *http.Response { return nil }}
	step := run(t, engine.Options{Timeout: 3 * time.Second}, never,
		record.Trial{Load: record.OpenLoad(10, record.Constant), Duration: 10 * time.Second})
	if step.Counts.Timeout != 100 || step.Errors[0].Class != engine.TimedOut {
		t.Errorf("counts %+v, errors %+v", step.Counts, step.Errors)
	}
	near(t, "in flight", *step.InFlight.Mean, 10*3*(1-0.3/2), 0.01)
}

func TestCancelInVirtualTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		never := &service{serve: func(*http.Request) *http.Response { return nil }}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		began := time.Now()
		step, _ := runUntil(t, ctx, engine.Options{Timeout: time.Hour}, never,
			record.Trial{Load: record.OpenLoad(10, record.Constant), Duration: time.Hour})
		if took := time.Since(began); took != 6*time.Second {
			t.Errorf("came back after %s, want the 5s until the end and the grace of 1s", took)
		}
		if step.Sent != 50 && step.Sent != 51 || step.Counts.Error != step.Sent || step.Errors[0].Class != engine.Interrupted {
			t.Errorf("%d sent, counts %+v, errors %+v", step.Sent, step.Counts, step.Errors)
		}
		if step.Duration.Std() != 5*time.Second {
			t.Errorf("the load lasted %s", step.Duration)
		}
	})
}

func TestShedPausesForAServiceTime(t *testing.T) {
	var n atomic.Int64
	s := &service{serve: func(*http.Request) *http.Response {
		if n.Add(1)%2 == 1 {
			time.Sleep(100 * time.Millisecond)
			return ok()
		}
		return &http.Response{StatusCode: 503, Header: http.Header{}}
	}}
	step := run(t, engine.Options{}, s, record.Trial{Load: record.ClosedLoad(1), Duration: 10 * time.Second})
	// 100 ms of work, then a refusal and a pause of 100 ms.
	near(t, "ok", float64(step.Counts.OK), 50, 0.02)
	near(t, "shed", float64(step.Counts.Shed), 50, 0.02)
}

func TestShedPausesAsLongAsAsked(t *testing.T) {
	s := &service{serve: func(*http.Request) *http.Response {
		return &http.Response{StatusCode: 429, Header: http.Header{"Retry-After": {"3600"}}}
	}}
	step := run(t, engine.Options{}, s, record.Trial{Load: record.ClosedLoad(4), Duration: 10 * time.Second})
	if step.Counts.Shed != 40 {
		t.Errorf("%d refusals of 4 places in 10s, want one a second each: an hour is cut to a second", step.Counts.Shed)
	}
}

func TestStopRuleInVirtualTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := slots(1, time.Second)
		step, book := runUntil(t, context.Background(), engine.Options{Timeout: time.Hour}, s, record.Trial{
			Load: record.OpenLoad(11, record.Constant), Duration: time.Hour, Stop: record.Stop{InFlight: 100},
		})
		if book.Stopped() != "100 requests in flight" || step.Sent < 100 || step.Sent > 112 {
			t.Errorf("stopped for %q after %d requests", book.Stopped(), step.Sent)
		}
		near(t, "duration", step.Duration.Seconds(), 10, 0.02)
	})
}

// A low rate has long gaps; the trial lasts its time all the same.
func TestSlowRate(t *testing.T) {
	step := run(t, engine.Options{}, slots(1, time.Millisecond),
		record.Trial{Load: record.OpenLoad(0.1, record.Constant), Duration: 35 * time.Second})
	if step.Sent != 4 || step.Duration.Std() != 35*time.Second {
		t.Errorf("%d sent in %s, want 4 in 35s", step.Sent, step.Duration)
	}
}

// Ten minutes, warm-up cut, a ramp: the counts are the schedule's.
func TestLongTrialWithRamp(t *testing.T) {
	step := run(t, engine.Options{}, slots(100, 10*time.Millisecond), record.Trial{
		Load: record.OpenLoad(20, record.Constant), Ramp: 20 * time.Second, Warmup: time.Minute, Duration: 10 * time.Minute,
	})
	if step.Scheduled != 20*540 || step.Dropped != 0 {
		t.Errorf("scheduled %d, dropped %d, want %d", step.Scheduled, step.Dropped, 20*540)
	}
}

func TestBadRateIsAnError(t *testing.T) {
	mix, err := targets.NewMix(targets.Request{URL: "http://service.test/"})
	if err != nil {
		t.Fatal(err)
	}
	options, _ := engine.Options{}.Filled()
	trial := record.Trial{Load: record.OpenLoad(math.Inf(1), record.Poisson), Duration: time.Second}
	if _, err := newEngine(options, mix, &service{}).Send(context.Background(), trial, tally.New(trial)); err == nil {
		t.Error("an endless rate was sent")
	}
}

func TestBodiesAreBounded(t *testing.T) {
	n, err := discard(io.LimitReader(zeros{}, engine.MaxBody+5))
	if outcome, class, _ := engine.Classify(err); outcome != record.Error || class != engine.Oversized {
		t.Errorf("%d bytes read, %v", n, err)
	}
	if n, err := discard(bytes.NewReader(make([]byte, 1000))); n != 1000 || err != nil {
		t.Errorf("%d bytes read, %v", n, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }
