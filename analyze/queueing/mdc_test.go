package queueing_test

import (
	"math"
	"testing"
	"time"

	"loadline/analyze/queueing"
)

// With one server, M/D/1 is M/G/1 without spread, and waits with probability ρ.
func TestMD1(t *testing.T) {
	for _, rho := range []float64{0.1, 0.5, 0.9, 0.99, 0.9999} {
		d, err := queueing.NewMDc(1, time.Second, rho)
		if err != nil {
			t.Fatal(err)
		}
		g, err := queueing.NewMG1(time.Second, 0, rho)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "M/D/1 mean wait", d.MeanWait().Seconds(), g.MeanWait().Seconds(), 1e-6)
		near(t, "M/D/1 chance to wait", d.Wait(), rho, 1e-6)
	}
}

// chain is M/D/c solved another way: the number present at times a service
// time apart is a Markov chain (Crommelin). The chance not to wait is that of
// fewer than c, and Little's law gives the mean wait; the tail at whole service
// times comes from the same numbers (Franx).
func chain(servers int, erlangs float64, states int) (p []float64) {
	arrivals := make([]float64, states)
	arrivals[0] = math.Exp(-erlangs)
	for j := 1; j < states; j++ {
		arrivals[j] = arrivals[j-1] * erlangs / float64(j)
	}
	width := 1
	for j := range arrivals {
		if arrivals[j] > 1e-17 {
			width = j + 1
		}
	}
	p = make([]float64, states)
	p[0] = 1
	for {
		next := make([]float64, states)
		for i, share := range p {
			for j := range min(width, states-max(i-servers, 0)) {
				next[max(i-servers, 0)+j] += share * arrivals[j]
			}
		}
		change := 0.0
		for i := range p {
			change += math.Abs(next[i] - p[i])
		}
		if p = next; change < 1e-13 {
			return p
		}
	}
}

func TestMDcAgainstItsMarkovChain(t *testing.T) {
	for _, c := range []struct {
		servers int
		rho     float64
	}{{2, 0.7}, {4, 0.9}, {8, 0.95}, {16, 0.5}, {30, 0.9}} {
		erlangs := c.rho * float64(c.servers)
		p := chain(c.servers, erlangs, 500)
		q, err := queueing.NewMDc(c.servers, time.Second, erlangs)
		if err != nil {
			t.Fatal(err)
		}
		free, length := 0.0, 0.0
		for i, share := range p {
			if i < c.servers {
				free += share
			}
			length += float64(max(i-c.servers, 0)) * share
		}
		near(t, "chance to wait", q.Wait(), 1-free, 1e-8)
		near(t, "mean wait", q.MeanWait().Seconds(), length/erlangs, 1e-5)
		for _, k := range []int{1, 2, 3} {
			if want := tailAfter(p, c.servers, k); want > 1e-6 {
				near(t, "tail of the wait", q.WaitTail(time.Duration(k)*time.Second), want, 0.02)
			}
		}
	}
}

// tailAfter is P(W > kD): whoever arrives waits longer than k services when more
// than (k+1)c−1 are present.
func tailAfter(p []float64, servers, k int) float64 {
	tail := 0.0
	for i := (k + 1) * servers; i < len(p); i++ {
		tail += p[i]
	}
	return tail
}

func TestMDcTailAndQuantileAgree(t *testing.T) {
	q, err := queueing.NewMDc(8, 40*time.Millisecond, 190)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []float64{0.9, 0.99, 0.999} {
		near(t, "tail at quantile", q.ResponseTail(q.ResponseQuantile(p)), 1-p, 1e-4)
	}
	rate, err := queueing.MDcCapacity(8, 40*time.Millisecond, 200*time.Millisecond, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	at, err := queueing.NewMDc(8, 40*time.Millisecond, rate)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "share beyond the threshold at capacity", at.ResponseTail(200*time.Millisecond), 0.01, 1e-4)
}

// Pollaczek and Khinchine: with exponential times it is M/M/1.
func TestMG1(t *testing.T) {
	g, err := queueing.NewMG1(10*time.Millisecond, 1, 90)
	if err != nil {
		t.Fatal(err)
	}
	m, err := queueing.NewMMc(1, 10*time.Millisecond, 90)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mean response", g.MeanResponse().Seconds(), m.MeanResponse().Seconds(), 1e-7)
	near(t, "mean in flight", g.MeanInFlight(), m.MeanInFlight(), 1e-9)
	if _, err := queueing.NewMG1(time.Second, math.NaN(), 0.5); err == nil {
		t.Error("a coefficient of variation that is no number passes")
	}
}
