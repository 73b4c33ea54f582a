package slo_test

import (
	"testing"
	"time"

	"loadline/analyze/slo"
)

// So many requests of the same kind as are asked for decide the clause, and
// a good deal fewer do not.
func TestEnoughDecides(t *testing.T) {
	for _, test := range []struct {
		objective  string
		bad, total int64
	}{{"p99<100ms", 0, 46}, {"p50<100ms", 0, 3}, {"p999<100ms", 0, 1000}, {"p99<100ms", 3, 200}, {"p99<100ms", 4, 800}, {"errors<1%", 0, 20}} {
		objective := parsed(t, test.objective)
		step := slow(test.bad, test.total)
		if got := objective.Met(&step); got != slo.Unclear {
			t.Fatalf("%s with %d of %d: %s, want a case that is not clear", test.objective, test.bad, test.total, got)
		}
		n, _ := objective.Enough(objective[0], &step)
		if n <= test.total {
			t.Errorf("%s: %d requests are said to do, and %d did not", test.objective, n, test.total)
		}
		for times, want := range map[float64]bool{1.1: true, 0.7: false} {
			larger := float64(n) * times
			more := slow(int64(larger*float64(test.bad)/float64(test.total)), int64(larger))
			if got := objective.Met(&more) != slo.Unclear; got != want {
				t.Errorf("%s with %d of %d bad: decided by %.0f: %v, want %v", test.objective, test.bad, test.total, larger, got, want)
			}
		}
	}
}

// A clean p99 wants 367 requests at 95 % on two sides; at 46 in two seconds
// they take sixteen. Right at the bound no number will do.
func TestEnoughOfKnownCounts(t *testing.T) {
	objective := parsed(t, "p99<100ms")
	step := slow(0, 46)
	step.Duration = 2_000_000_000
	n, load := objective.Enough(objective[0], &step)
	if n < 365 || n > 375 || load < 15*time.Second || load > 17*time.Second {
		t.Errorf("%d requests in %s, want about 367 in 16s", n, load)
	}
	step = slow(1, 100)
	if n, _ := objective.Enough(objective[0], &step); n != 0 {
		t.Errorf("%d requests right at the bound", n)
	}
}
