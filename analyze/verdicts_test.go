package analyze_test

import (
	"testing"
	"time"

	"loadline/analyze"
	"loadline/analyze/search"
	"loadline/analyze/slo"
	"loadline/attack/record"
)

// A search and the conclusions from it come to the right verdict on a service
// that has a number and on those that have none, and a limit is recommended
// only where it was found.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		name, spec string
		config     search.Config
		want       record.CapacityOutcome
		kinds      []string // of findings, any of them
	}{
		{"found", eightSlots, search.Config{}, record.Found, []string{analyze.Confirmed}},
		{"too few in flight", "sim:queue?servers=64&service=40ms", search.Config{MaxInFlight: 16}, record.LowerBound, []string{analyze.LowerBound}},
		{"too low a rate", "sim:queue?servers=32&service=40ms", search.Config{MaxRate: 150}, record.LowerBound, []string{analyze.LowerBound}},
		{"generator's end", "sim:queue?servers=64&service=40ms&generator=500", search.Config{}, record.GeneratorLimited, []string{analyze.Generator}},
		{"generator's known end", eightSlots, search.Config{Ceiling: 210}, record.GeneratorLimited, []string{analyze.Generator}},
		{"window limiter", "sim:queue?servers=64&service=5ms&limit=300&per=60s", search.Config{}, record.RateLimited, []string{analyze.RateLimit}},
		{"window limiter, slower", eightSlots + "&limit=300&per=60s", search.Config{}, record.RateLimited, []string{analyze.RateLimit}},
		{"bucket limiter", "sim:queue?servers=64&service=5ms&limit=300&per=60s&limiter=bucket", search.Config{}, record.RateLimited, []string{analyze.RateLimit}},
		{"drift", "sim:queue?servers=8&service=20ms&drift=-0.1", search.Config{}, record.Unsteady, []string{analyze.Drifting, analyze.NoSteadyState}},
		{"wear", "sim:queue?servers=8&service=20ms&drift=-0.3", search.Config{}, record.Unsteady, []string{analyze.NoSteadyState}},
		{"neighbour", "sim:queue?servers=8&service=20ms&noise=0.4", search.Config{}, record.Unsteady, []string{analyze.Noisy, analyze.NoSteadyState}},
		{"scales", "sim:queue?servers=4&service=8ms&dist=exp&scale_at=0.6&scale_after=9s&scale_max=3", search.Config{}, record.Unsteady, []string{analyze.NoSteadyState}},
		{"scales at the end", "sim:queue?servers=4&service=8ms&dist=exp&scale_at=0.6&scale_after=40s&scale_max=2", search.Config{}, record.Unsteady, []string{analyze.NoSteadyState, analyze.Drifting, analyze.Noisy}},
		{"warms up", "sim:queue?servers=4&service=8ms&dist=exp&warm=3&warm_for=4s", search.Config{}, record.Found, []string{analyze.Confirmed}},
		{"all fail", eightSlots + "&errors=1", search.Config{}, record.None, []string{analyze.NothingSucceeded}},
		{"never answers", "sim:queue?servers=8&service=20s", search.Config{Timeout: 5 * time.Second}, record.None, []string{analyze.NothingSucceeded}},
	} {
		t.Run(test.name, func(t *testing.T) {
			run, err := searched(test.spec, test.config)
			if err != nil {
				t.Fatal(err)
			}
			got := analyze.Conclude(run)
			if got.Capacity == nil || got.Capacity.Outcome != test.want {
				t.Fatalf("capacity %+v, want %s; findings %+v", got.Capacity, test.want, got.Findings)
			}
			if (got.Recommendation != nil) != (test.want == record.Found) {
				t.Errorf("recommends %+v when %s", got.Recommendation, test.want)
			}
			explained := false
			for _, kind := range test.kinds {
				explained = explained || says(got, kind)
			}
			if !explained {
				t.Errorf("findings %+v, want one of %v", got.Findings, test.kinds)
			}
			concluded(t, run, got)
		})
	}
}

// concluded fails where the conclusions cannot be written, or a number is
// given that the outcome does not stand for.
func concluded(t *testing.T, run *record.Run, c analyze.Conclusion) {
	t.Helper()
	whole := *run
	whole.Capacity, whole.Recommendation, whole.Findings = c.Capacity, c.Recommendation, c.Findings
	written(t, &whole)
	if c.Capacity == nil {
		return
	}
	switch c.Capacity.Outcome {
	case record.None, record.RateLimited, record.GeneratorLimited:
		if c.Capacity.MaxThroughput != nil || c.Capacity.InFlightAtMax != nil || c.Capacity.SLOCapacity != nil {
			t.Errorf("a number with %s: %+v", c.Capacity.Outcome, c.Capacity)
		}
	case record.Unsteady:
		if c.Capacity.SLOCapacity != nil || says(c, analyze.Confirmed) {
			t.Errorf("confirmed, or under an objective, though unsteady: %+v, %+v", c.Capacity, c.Findings)
		}
	}
}

// Even alone a request takes 40 ms: no rate keeps p99<30ms.
func TestInfeasibleObjective(t *testing.T) {
	objective, err := slo.Parse("p99<30ms")
	if err != nil {
		t.Fatal(err)
	}
	run, err := searched(eightSlots, search.Config{Budget: time.Minute, SLO: objective})
	if err != nil {
		t.Fatal(err)
	}
	got := analyze.Conclude(run)
	if !says(got, analyze.Infeasible) || says(got, analyze.Confirmed) {
		t.Errorf("findings %+v, want that the objective is infeasible", got.Findings)
	}
	if got.Capacity == nil || got.Capacity.SLOCapacity != nil || got.Capacity.MaxThroughput == nil {
		t.Errorf("capacity %+v, want a maximum and none under the objective", got.Capacity)
	}
}
