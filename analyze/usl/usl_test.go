package usl

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func points(l Law, concurrencies ...float64) (out []Point) {
	for _, n := range concurrencies {
		out = append(out, Point{n, l.Rate(n)})
	}
	return out
}

func near(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if math.Abs(got-want) > share*math.Abs(want)+1e-12 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestFitFindsTheLawThatMadeThePoints(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		want := Law{
			Lambda: rapid.Float64Range(1, 1e5).Draw(r, "lambda"),
			Sigma:  rapid.Float64Range(0, 0.9).Draw(r, "sigma"),
			Kappa:  rapid.Float64Range(0, 0.1).Draw(r, "kappa"),
		}
		got, err := Fit(points(want, 1, 2, 3, 5, 8, 13, 21, 34))
		if err != nil {
			r.Fatal(err)
		}
		for _, n := range []float64{1, 4, 16, 40} {
			if math.Abs(got.Rate(n)/want.Rate(n)-1) > 1e-6 {
				r.Fatalf("at %v the fit %+v of %+v gives %v, want %v", n, got, want, got.Rate(n), want.Rate(n))
			}
		}
	})
}

// The inverse of a law with κ, which must not be left out: at 20 in flight
// this one is past contention alone by far.
func TestConcurrencyInvertsTheRate(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		l := Law{
			Lambda: rapid.Float64Range(1, 1e4).Draw(r, "lambda"),
			Sigma:  rapid.Float64Range(0, 0.5).Draw(r, "sigma"),
			Kappa:  rapid.Float64Range(1e-6, 0.05).Draw(r, "kappa"),
		}
		n := 1 + rapid.Float64Range(0, 0.95).Draw(r, "share")*(l.Peak()-1)
		got, ok := l.Concurrency(l.Rate(n))
		if !ok || math.Abs(got-n) > 1e-5*n {
			r.Fatalf("%+v reaches its rate at %v by %v, %v", l, n, got, ok)
		}
	})
}

func TestConcurrencyWithoutCoherency(t *testing.T) {
	l := Law{Lambda: 100, Sigma: 0.1}
	got, ok := l.Concurrency(l.Rate(7))
	if !ok {
		t.Fatal("not reached")
	}
	near(t, "concurrency", got, 7, 1e-9)
	near(t, "maximum", l.Max(), 1000, 1e-9)
	if _, ok := l.Concurrency(1001); ok {
		t.Error("a rate above the asymptote is reached")
	}
}

func TestPeakIsTheMaximum(t *testing.T) {
	l := Law{Lambda: 100, Sigma: 0.03, Kappa: 0.0005}
	near(t, "peak", l.Peak(), math.Sqrt(0.97/0.0005), 1e-9)
	for _, n := range []float64{l.Peak() * 0.9, l.Peak() * 1.1} {
		if l.Rate(n) >= l.Max() {
			t.Errorf("the rate at %v is above that at the peak", n)
		}
	}
	if _, ok := l.Concurrency(l.Max() * 1.001); ok {
		t.Error("a rate above the peak is reached")
	}
}

func TestFitIsNeverNegative(t *testing.T) {
	super := []Point{{1, 100}, {2, 230}, {4, 500}, {8, 1100}}
	l, err := Fit(super)
	if err != nil {
		t.Fatal(err)
	}
	if l.Sigma < 0 || l.Kappa < 0 || l.Lambda <= 0 {
		t.Errorf("the fit of a service that scales better than linearly is %+v", l)
	}
}

func TestFitRefuses(t *testing.T) {
	if _, err := Fit([]Point{{1, 1}, {2, 2}, {2, 2.1}}); !errors.Is(err, ErrPoints) {
		t.Errorf("two concurrencies: %v", err)
	}
	for _, p := range []Point{{0, 1}, {1, 0}, {1, math.NaN()}, {math.Inf(1), 1}} {
		if _, err := Fit([]Point{{1, 1}, {2, 2}, {3, 3}, p}); err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
}
