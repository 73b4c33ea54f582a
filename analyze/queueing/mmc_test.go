package queueing_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/analyze/queueing"
)

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > relative*math.Abs(want) {
		t.Errorf("%s is %.10g, want %.10g within %g of it", what, got, want, relative)
	}
}

// Values of Erlang's C from the published tables (five digits).
func TestErlangC(t *testing.T) {
	for _, c := range []struct {
		servers       int
		erlangs, want float64
	}{
		{1, 0.5, 0.5}, {2, 1, 1.0 / 3}, {5, 4, 0.55411}, {10, 8, 0.40918}, {100, 90, 0.21693},
	} {
		q, err := queueing.NewMMc(c.servers, time.Second, c.erlangs)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "Erlang C", q.Wait(), c.want, 5e-5)
	}
}

func TestMM1(t *testing.T) {
	q, err := queueing.NewMMc(1, 10*time.Millisecond, 80)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mean wait", q.MeanWait().Seconds(), 0.8/(100-80), 1e-6)
	near(t, "mean in flight", q.MeanInFlight(), 0.8/(1-0.8), 1e-9)
	near(t, "median", q.ResponseQuantile(0.5).Seconds(), math.Ln2/20, 1e-6)
	near(t, "tail", q.ResponseTail(100*time.Millisecond), math.Exp(-2), 1e-9)
}

// ResponseTail has a removable singularity where c−1 = λ/μ.
func TestResponseTailNextToItsSingularity(t *testing.T) {
	var tails []float64
	for _, rate := range []float64{2.999999, 3, 3.000001} {
		q, err := queueing.NewMMc(4, time.Second, rate)
		if err != nil {
			t.Fatal(err)
		}
		tails = append(tails, q.ResponseTail(2*time.Second))
	}
	near(t, "at the singularity", tails[1], (tails[0]+tails[2])/2, 1e-9)
}

func TestTailAndQuantileAgree(t *testing.T) {
	q, err := queueing.NewMMc(8, 40*time.Millisecond, 190)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []float64{0.1, 0.5, 0.9, 0.99, 0.999} {
		near(t, "tail at quantile", q.ResponseTail(q.ResponseQuantile(p)), 1-p, 1e-5)
	}
}

// The mean is the integral of the tail.
func TestMeanIsIntegralOfTail(t *testing.T) {
	q, err := queueing.NewMMc(3, 20*time.Millisecond, 120)
	if err != nil {
		t.Fatal(err)
	}
	const step = 50 * time.Microsecond
	area := 0.0
	for at := step / 2; at < 2*time.Second; at += step {
		area += q.ResponseTail(at) * step.Seconds()
	}
	near(t, "mean response", q.MeanResponse().Seconds(), area, 1e-4)
	near(t, "Little's L", queueing.InFlight(120, q.MeanResponse()), q.MeanInFlight(), 1e-6)
}

func TestCapacityWithin(t *testing.T) {
	rate, err := queueing.MMcCapacity(8, 40*time.Millisecond, 300*time.Millisecond, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	q, err := queueing.NewMMc(8, 40*time.Millisecond, rate)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "share beyond the threshold at capacity", q.ResponseTail(300*time.Millisecond), 0.01, 1e-6)

	none, err := queueing.MMcCapacity(8, 40*time.Millisecond, 40*time.Millisecond, 0.01)
	if err != nil || none != 0 {
		t.Errorf("capacity of a service too slow when idle is %v, %v, want 0", none, err)
	}
}

func TestRelaxation(t *testing.T) {
	near(t, "relaxation", queueing.Relaxation(800, 0.95).Seconds(), 1.95, 0.005)
	if got := queueing.Relaxation(800, 1); got != math.MaxInt64 {
		t.Errorf("relaxation at saturation is %v, want the longest duration", got)
	}
	if got := queueing.Relaxation(0, math.NaN()); got != 0 {
		t.Errorf("relaxation of nothing is %v, want 0", got)
	}
}

func TestArgumentsOutOfRange(t *testing.T) {
	for _, c := range []struct {
		servers  int
		service  time.Duration
		rate     float64
		unstable bool
	}{
		{0, time.Second, 1, false},
		{queueing.MaxServers + 1, time.Second, 1, false},
		{1, 0, 1, false},
		{1, time.Second, -1, false},
		{1, time.Second, math.NaN(), false},
		{1, time.Second, 1, true},
		{2, time.Second, math.Inf(1), true},
	} {
		_, err := queueing.NewMMc(c.servers, c.service, c.rate)
		if err == nil || errors.Is(err, queueing.ErrUnstable) != c.unstable {
			t.Errorf("%+v: error is %v", c, err)
		}
	}
}

// No load, however extreme, gives a value that is not a finite one in its range.
func TestFormulasAreFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.IntRange(1, queueing.MaxServers).Draw(t, "servers")
		service := time.Duration(rapid.Int64Range(1000, int64(time.Hour)).Draw(t, "service"))
		rho := rapid.OneOf(rapid.Float64Range(0, 0.99999), rapid.Float64Range(0, 1e-9)).Draw(t, "utilisation")
		at := time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "time"))
		rate := rho * queueing.Capacity(servers, service)
		mm, err := queueing.NewMMc(servers, service, rate)
		if err != nil {
			t.Fatal(err)
		}
		md, err := queueing.NewMDc(servers, service, rate)
		if err != nil {
			t.Fatal(err)
		}
		for name, p := range map[string]float64{
			"M wait": mm.Wait(), "M wait tail": mm.WaitTail(at), "M tail": mm.ResponseTail(at),
			"D wait": md.Wait(), "D wait tail": md.WaitTail(at), "D tail": md.ResponseTail(at),
		} {
			if !(p >= 0 && p <= 1+1e-9) {
				t.Fatalf("%s is %v, no probability", name, p)
			}
		}
		if md.MeanWait() < 0 || mm.MeanWait() < 0 || md.MeanWait() > mm.MeanWait()+time.Nanosecond {
			t.Fatalf("mean waits: D %v, M %v", md.MeanWait(), mm.MeanWait())
		}
		if q := md.ResponseQuantile(0.99); q < service {
			t.Fatalf("p99 %v of constant times %v", q, service)
		}
	})
}
