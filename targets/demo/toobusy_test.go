package demo

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"loadline/targets/demo/loop"
)

// answer is how a request ended, in virtual time.
type answer struct {
	served bool
	start  time.Duration
	took   time.Duration
}

// overloaded offers Poisson arrivals to the service for a while of virtual
// time, and then some to finish. Nobody waits for another's answer.
func overloaded(t *testing.T, config Config, rate float64, length time.Duration) []answer {
	t.Helper()
	made, err := newTooBusy(config)
	if err != nil {
		t.Fatal(err)
	}
	service := made.(*tooBusy)
	service.loop.Work, service.loop.Idle = time.Sleep, func() {}
	ctx, cancel := context.WithCancel(t.Context())
	var background, clients sync.WaitGroup
	background.Go(func() { service.run(ctx) })
	start, answers := time.Now(), make(chan answer, int(2*rate*length.Seconds()))
	random := rand.New(rand.NewPCG(1, 2))
	for at := time.Duration(0); at < length; at += time.Duration(random.ExpFloat64() / rate * 1e9) {
		time.Sleep(at - time.Since(start))
		clients.Go(func() { answers <- one(service, start) })
	}
	clients.Wait()
	cancel()
	background.Wait()
	close(answers)
	var all []answer
	for a := range answers {
		all = append(all, a)
	}
	return all
}

func one(service *tooBusy, start time.Time) answer {
	a := answer{start: time.Since(start)}
	a.served = service.loop.Do(steps, service.admit) == loop.Done
	a.took = time.Since(start) - a.start
	return a
}

// shape is the median response of what was served and of what was refused,
// and how many were served per second, from the second on at which it all
// has settled.
type shape struct {
	goodput, refused float64
	served, shed     time.Duration
}

func shapeOf(answers []answer, from, to time.Duration) shape {
	var served, shed []time.Duration
	var s shape
	for _, a := range answers {
		if a.served && a.start+a.took >= from && a.start+a.took < to {
			s.goodput += 1 / (to - from).Seconds()
		}
		if a.start < from {
			continue
		}
		if a.served {
			served = append(served, a.took)
		} else {
			shed = append(shed, a.took)
		}
	}
	s.refused = float64(len(shed)) / float64(len(shed)+len(served))
	s.served, s.shed = median(served), median(shed)
	return s
}

func median(of []time.Duration) time.Duration {
	if len(of) == 0 {
		return 0
	}
	slices.Sort(of)
	return of[len(of)/2]
}

// The article's shape, and what the product recommends beside it. The bounds
// are wide around what the loop does in virtual time, so that another seed of
// the arrivals would pass too.
func TestTooBusyShape(t *testing.T) {
	const second = time.Second
	for name, c := range map[string]struct {
		defence string
		rate    float64
		good    func(shape) bool
	}{
		"below its capacity all is well": {None, 150, func(s shape) bool { return s.served < 60*time.Millisecond && s.refused == 0 }},
		"so it is with the lag check":    {Lag, 150, func(s shape) bool { return s.served < 60*time.Millisecond && s.refused < 0.01 }},
		"without defence the wait grows": {None, 600, func(s shape) bool { return s.served > 8*second && s.refused == 0 && s.goodput < 201 }},
		"the lag check keeps working at 2x": {Lag, 400, func(s shape) bool {
			return s.goodput > 160 && s.served < 3*second && s.shed < second/2
		}},
		"the lag check keeps working at 10x": {Lag, 2000, func(s shape) bool {
			return s.goodput > 140 && s.served < 6*second && s.shed < second
		}},
		"an in-flight limit keeps it at its best": {InFlight, 2000, func(s shape) bool {
			return s.goodput > 195 && s.served < 50*time.Millisecond && s.shed < 10*time.Millisecond
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := shapeOf(overloaded(t, Config{Defence: c.defence}, c.rate, 10*second), 4*second, 10*second)
				if !c.good(s) {
					t.Errorf("%.0f/s against %s: goodput %.0f/s, served in %v, %.0f%% refused in %v", c.rate, c.defence, s.goodput, s.served, 100*s.refused, s.shed)
				}
			})
		})
	}
}

// The health check is an event like any other, but is never refused.
func TestTooBusyHealth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made, _ := newTooBusy(Config{Defence: InFlight, InFlight: 1})
		service := made.(*tooBusy)
		service.loop.Work, service.loop.Idle = time.Sleep, func() {}
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		group.Go(func() { service.run(ctx) })
		group.Go(func() { one(service, time.Now()) })
		time.Sleep(1500 * time.Microsecond)
		for path, want := range map[string]int{"/": 503, "/healthz": 200} {
			w := httptest.NewRecorder()
			service.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			if w.Code != want || want == 503 && w.Header().Get("Retry-After") == "" {
				t.Errorf("%s: %d %v", path, w.Code, w.Header())
			}
		}
		cancel()
		group.Wait()
	})
}

// The lag check's numbers are node-toobusy's: a third of the newest lateness,
// two thirds of the lag before it; nobody refused at 70 ms, all at 140 ms.
func TestLag(t *testing.T) {
	now := time.Now()
	l := &lag{}
	l.start(now)
	for _, c := range []struct{ late, lag, share float64 }{
		{0, 0, -1}, {210, 70, 0}, {210, 116.667, 0.667}, {0, 77.778, 0.111}, {420, 191.852, 1.741}, {-20, 127.901, 0.827},
	} {
		now = now.Add(lagInterval + time.Duration(c.late*1e6))
		l.tick(now)
		if got := l.current.Seconds() * 1e3; math.Abs(got-c.lag) > 0.01 || math.Abs(l.share()-c.share) > 0.001 {
			t.Errorf("%v ms late: lag %.3f ms, refusing %.3f; want %v, %v", c.late, got, l.share(), c.lag, c.share)
		}
	}
}

// Of what comes while the lag is between, the share is refused.
func TestLagRefusesAShare(t *testing.T) {
	for lagging, want := range map[time.Duration]float64{60 * time.Millisecond: 0, 105 * time.Millisecond: 0.5, 140 * time.Millisecond: 1, time.Second: 1} {
		l := &lag{random: rand.New(rand.NewPCG(1, 2)), current: lagging}
		const n = 10_000
		refused := 0.0
		for range n {
			if l.busy() {
				refused++
			}
		}
		if math.Abs(refused/n-want) > 0.03 { // six standard deviations
			t.Errorf("at %v %.3f are refused, want %v", lagging, refused/n, want)
		}
	}
}
