package queueing_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/analyze/queueing"
)

func loss(t interface{ Fatal(...any) }, servers, room int, erlangs float64) queueing.Loss {
	q, err := queueing.NewLoss(servers, room, time.Second, erlangs)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// Values of Erlang's B from the published tables.
func TestErlangB(t *testing.T) {
	near(t, "B(1, 1)", loss(t, 1, 0, 1).Blocking(), 0.5, 1e-12)
	near(t, "B(10, 5)", loss(t, 10, 0, 5).Blocking(), 0.018385, 5e-5)
	near(t, "B(100, 84.064)", loss(t, 100, 0, 84.064).Blocking(), 0.01, 1e-3)
}

// M/M/1/K: (1−ρ)ρ^K/(1−ρ^(K+1)).
func TestLossWithRoom(t *testing.T) {
	for _, rho := range []float64{0.2, 0.9, 1.1, 3} {
		want := (1 - rho) * math.Pow(rho, 6) / (1 - math.Pow(rho, 7))
		near(t, "M/M/1/6", loss(t, 1, 5, rho).Blocking(), want, 1e-9)
	}
	near(t, "M/M/1/6 at its capacity", loss(t, 1, 5, 1).Blocking(), 1.0/7, 1e-9)
}

func TestLossIsFiniteAndGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.IntRange(1, queueing.MaxServers).Draw(t, "servers")
		room := rapid.IntRange(0, queueing.MaxRoom-1).Draw(t, "room")
		erlangs := rapid.Float64Range(0, 1e300).Draw(t, "erlangs")
		b := loss(t, servers, room, erlangs).Blocking()
		if !(b >= 0 && b <= 1) {
			t.Fatalf("blocking %v", b)
		}
		if more := loss(t, servers, room+1, erlangs).Blocking(); more > b*(1+1e-9) {
			t.Fatalf("more room blocks more: %v, then %v", b, more)
		}
	})
}

func TestLossRefusesArguments(t *testing.T) {
	for _, c := range []struct {
		servers, room int
		rate          float64
	}{{0, 0, 1}, {1, -1, 1}, {1, 0, math.Inf(1)}, {1, 0, math.NaN()}, {1, 0, -1}} {
		if _, err := queueing.NewLoss(c.servers, c.room, time.Second, c.rate); err == nil {
			t.Errorf("%+v passes", c)
		}
	}
}

func TestClosed(t *testing.T) {
	closed := func(servers, n int, elsewhere time.Duration) float64 {
		x, err := queueing.Closed(servers, 40*time.Millisecond, elsewhere, n)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	near(t, "alone", closed(8, 1, 10*time.Millisecond), 20, 1e-12)
	near(t, "no network", closed(8, 20, 0), 200, 1e-12)
	near(t, "saturated", closed(8, 1000, 10*time.Millisecond), 200, 1e-9)
	near(t, "no queue", closed(100, 100, 60*time.Millisecond), 1000, 1e-9)
	near(t, "many", closed(10_000, 1_000_000, time.Second), 250_000, 1e-9)

	// Mean value analysis of one server (Reiser and Lavenberg 1980).
	const service, elsewhere = 0.04, 0.1
	inside, throughput := 0.0, 0.0
	for n := 1; n <= 5; n++ {
		response := service * (1 + inside)
		throughput = float64(n) / (elsewhere + response)
		inside = throughput * response
	}
	near(t, "mean value analysis", closed(1, 5, 100*time.Millisecond), throughput, 1e-9)

	if _, err := queueing.Closed(8, time.Second, -1, 1); err == nil {
		t.Error("a negative time elsewhere passes")
	}
	if _, err := queueing.Closed(8, time.Second, 0, 0); err == nil {
		t.Error("nothing in flight passes")
	}
}
