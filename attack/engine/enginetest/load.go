package enginetest

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"loadline/attack/record"
)

// closedIsExact: each group of N requests is let go only when N are there, so
// a client with fewer would never finish one; and never are more there.
func closedIsExact(t *testing.T, make Make) {
	for _, n := range []int{1, 3, 40} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			group := newBarrier(n)
			s := serve(t, func(http.ResponseWriter, *http.Request) { group.wait(time.Second) })
			defer s.Close()
			r := make.get(t, defaults(), s.URL)
			defer r.close()
			step := r.send(closed(n, 300*time.Millisecond))
			if s.peak() != n {
				t.Errorf("the server saw %d requests at once, want %d", s.peak(), n)
			}
			if *step.InFlight.Max != int64(n) {
				t.Errorf("the step says at most %d in flight, want %d", *step.InFlight.Max, n)
			}
			if step.Counts.OK < int64(n) || step.Counts.OK != step.Sent {
				t.Errorf("counts %+v", step.Counts)
			}
		})
	}
}

// closedBegins: no place begins before its turn, and by the end of the warm-up
// all have. Every request is held until all are there, so that the n-th
// to arrive is the first of its place; how late it is says nothing.
func closedBegins(t *testing.T, make Make) {
	const n = 5
	all := newGate()
	s := serve(t, func(_ http.ResponseWriter, r *http.Request) { all.wait(r) })
	defer s.Close()
	defer s.whenAsked(n, all.release)()
	r := make.get(t, defaults(), s.URL)
	defer r.close()
	trial := closed(n, 700*time.Millisecond)
	trial.Warmup = 600 * time.Millisecond
	began := time.Now()
	r.send(trial)
	if s.peak() != n {
		t.Fatalf("the server saw %d requests at once, want %d", s.peak(), n)
	}
	for place, arrived := range s.arrivals[:n] {
		if after := arrived.Sub(began); after < trial.Begins(place) {
			t.Errorf("place %d began after %s, want %s at the least", place, after, trial.Begins(place))
		}
	}
}

// openIsExact: every arrival of the schedule reaches the server, no more.
func openIsExact(t *testing.T, make Make) {
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	defer s.Close()
	r := make.get(t, defaults(), s.URL)
	defer r.close()
	step := r.send(open(300, 500*time.Millisecond))
	if step.Scheduled != 150 || step.Sent+step.Dropped != 150 || int64(s.asked()) != step.Sent {
		t.Errorf("scheduled %d, sent %d, dropped %d, the server was asked %d times; want 150", step.Scheduled, step.Sent, step.Dropped, s.asked())
	}
	if step.Duration.Std() != 500*time.Millisecond {
		t.Errorf("the load lasted %s", step.Duration)
	}
	poisson := record.Trial{Load: record.OpenLoad(400, record.Poisson), Duration: 250 * time.Millisecond, Seed: 5}
	before := s.asked()
	step = r.send(poisson)
	if int64(s.asked()-before) != step.Sent || step.Sent == 0 {
		t.Errorf("sent %d, the server was asked %d times", step.Sent, s.asked()-before)
	}
}

// warmup: requests that were meant for the warm-up are sent and not counted.
func warmup(t *testing.T, make Make) {
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	defer s.Close()
	r := make.get(t, defaults(), s.URL)
	defer r.close()
	trial := open(200, 500*time.Millisecond)
	trial.Warmup = 250 * time.Millisecond
	step := r.send(trial)
	if step.Scheduled != 50 || step.Warmup.Std() != trial.Warmup {
		t.Errorf("scheduled %d within the measured time, want 50", step.Scheduled)
	}
	if step.Dropped == 0 && s.asked() < 75 {
		t.Errorf("the server was asked %d times", s.asked())
	}
}

// drain: a request that outlasts the load is waited for and counted.
func drain(t *testing.T, make Make) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { time.Sleep(400 * time.Millisecond) })
	defer s.Close()
	r := make.get(t, defaults(), s.URL)
	defer r.close()
	step := r.send(closed(2, 100*time.Millisecond))
	if step.Sent != 2 || step.Counts.OK != 2 || s.asked() != 2 {
		t.Errorf("sent %d, counts %+v, the server was asked %d times; want 2", step.Sent, step.Counts, s.asked())
	}
	if step.Throughput != nil && *step.Throughput != 0 {
		t.Errorf("throughput %v from requests that ended after the load", *step.Throughput)
	}
}

// little: the mean in flight is the sum of service times over the measured
// time, but for what the requests at both ends have outside of it.
func little(t *testing.T, make Make) {
	s := serve(t, func(http.ResponseWriter, *http.Request) { time.Sleep(2 * time.Millisecond) })
	defer s.Close()
	r := make.get(t, defaults(), s.URL)
	defer r.close()
	trial := closed(6, 800*time.Millisecond)
	trial.Warmup = 200 * time.Millisecond
	step := r.send(trial)
	service := step.Service.OK
	if service == nil {
		t.Fatalf("nothing was measured: %+v", step.Counts)
	}
	served := service.Mean.Seconds() * float64(service.Count)
	present := *step.InFlight.Mean * step.Measured().Seconds()
	ends := 2 * 6 * service.Max.Seconds()
	if diff := present - served; diff > ends+0.005*served || diff < -ends-0.005*served {
		t.Errorf("in flight × time is %.4f s, service times sum up to %.4f s", present, served)
	}
}

// everyRequest: nothing is sent that is not counted, not even by a generator
// that is too busy to notice in time that the load is over.
func everyRequest(t *testing.T, make Make) {
	s := serve(t, quick)
	defer s.Close()
	r := make.get(t, defaults(), s.URL)
	defer r.close()
	counted := int64(0)
	for range 10 {
		step := r.send(closed(64, 30*time.Millisecond))
		counted += step.Sent
	}
	if seen := int64(s.asked()); seen != counted {
		t.Errorf("the service saw %d requests, %d were counted", seen, counted)
	}
}
