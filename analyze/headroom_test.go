package analyze_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/analyze"
	"loadline/attack/record"
)

const mib = 1 << 20

// used is a run that found 200/s while the service used so many cores and so
// much memory at most; 0 is not seen.
func used(cores float64, memory int64) *record.Run {
	run := &record.Run{Complete: true, Settings: record.Settings{Fraction: 0.9}}
	for i, rate := range []float64{50, 150, 300} {
		carried, n := min(rate, 200), int64(2000)
		step := record.Step{
			Phase: record.Staircase, Load: record.OpenLoad(rate, record.Constant), Duration: record.Span(10 * time.Second),
			Scheduled: n, Sent: n, Counts: record.Counts{OK: n}, SentRate: &rate, Throughput: &carried,
			Goodput:   &record.Estimate{Value: carried, Low: carried - 2, High: carried + 2, Confidence: 0.95},
			Response:  record.Latencies{OK: &record.Quantiles{Count: n, Mean: record.SpanOf(40 * time.Millisecond)}},
			Resources: &record.Resources{},
		}
		share := []float64{0.3, 1, 0.6}[i]
		if at := share * cores; cores > 0 {
			step.Resources.CPUCores = &at
		}
		if at := int64(share * float64(memory)); memory > 0 {
			step.Resources.MemoryBytes = &at
		}
		run.Steps = append(run.Steps, step)
	}
	return run
}

// ratio is the recommended headroom of the run.
func ratio(t interface{ Fatalf(string, ...any) }, run *record.Run) float64 {
	r := analyze.Conclude(run).Recommendation
	if r == nil || r.Rate == nil {
		t.Fatalf("no recommendation from %+v", run.Steps)
	}
	if want := 200 * (1 - r.Headroom.Ratio); math.Abs(*r.Rate-want) > 0.02*want || r.Headroom.Reason == "" {
		t.Fatalf("rate %v with a headroom of %+v, want %v", *r.Rate, r.Headroom, want)
	}
	return r.Headroom.Ratio
}

// The article's points, and half way between them on the logarithmic scale.
func TestHeadroomBySize(t *testing.T) {
	for _, test := range []struct {
		cores  float64
		memory int64
		want   float64
	}{
		{0, 0, 0.25},
		{0.01, 0, 0.25}, {1, 0, 0.25}, {2, 0, 0.20}, {4, 0, 0.15}, {16, 0, 0.10}, {64, 0, 0.05}, {5000, 0, 0.05},
		{0, 10 * mib, 0.25}, {0, 512 * mib, 0.25}, {0, 4096 * mib, 0.15}, {0, 16384 * mib, 0.10}, {0, 65536 * mib, 0.05}, {0, 1 << 50, 0.05},
		{1, 512 * mib, 0.25}, {4, 4096 * mib, 0.15}, {64, 65536 * mib, 0.05},
		{64, 512 * mib, 0.25}, {1, 65536 * mib, 0.25}, // small in one is small
	} {
		if got := ratio(t, used(test.cores, test.memory)); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%v cores and %v MiB: headroom %v, want %v", test.cores, test.memory/mib, got, test.want)
		}
	}
}

// A larger service never wants a larger share, and no size falls out of the range.
func TestHeadroomFallsWithSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cores := rapid.Float64Range(1e-3, 1e4).Draw(t, "cores")
		memory := rapid.Int64Range(1, 1<<45).Draw(t, "memory")
		more := rapid.Float64Range(1, 50).Draw(t, "times")
		small, large := ratio(t, used(cores, memory)), ratio(t, used(more*cores, int64(more*float64(memory))))
		if large > small+1e-12 || small > 0.25 || large < 0.05 {
			t.Fatalf("headroom %v, and %v of a service %v times as large", small, large, more)
		}
	})
}

func TestHeadroomByHand(t *testing.T) {
	for _, want := range []float64{0, 0.02, 0.4} {
		run := used(64, 512*mib)
		run.Settings.Headroom = &want
		if got := ratio(t, run); got != want {
			t.Errorf("headroom %v, want %v as it was set", got, want)
		}
	}
}

// What to give the service leaves the headroom free at its peak; what it used
// when it was overloaded on purpose is no peak.
func TestResources(t *testing.T) {
	run := used(4, 4096*mib)
	cores, memory := 900.0, int64(1)<<50
	run.Steps[2].Phase = record.Overload
	run.Steps[2].Resources = &record.Resources{CPUCores: &cores, MemoryBytes: &memory}
	r := analyze.Conclude(run).Recommendation
	if r == nil || r.Resources == nil {
		t.Fatalf("recommendation %+v, want one with resources", r)
	}
	if got, want := r.Resources.CPUCores, 4/0.85; math.Abs(got-want) > 1e-9 {
		t.Errorf("%v cores, want %v", got, want)
	}
	if got, want := float64(r.Resources.MemoryBytes), 4096*mib/0.85; math.Abs(got-want) > 1 {
		t.Errorf("%v bytes, want %v", got, want)
	}
	if r := analyze.Conclude(used(4, 0)).Recommendation; r == nil || r.Resources != nil {
		t.Errorf("recommendation %+v, and the memory was never seen", r)
	}
}
