package search_test

import (
	"context"
	"testing"
	"time"

	"loadline/analyze/search"
	"loadline/attack/record"
	"loadline/targets/simulate"
)

// The closed phases stay within the rate that may be offered as the open ones
// do: 64 slots of 40 ms could carry 1,600/s, and 300/s are allowed.
func TestMaxRateBoundsTheClosedModelToo(t *testing.T) {
	service, err := simulate.New("sim:queue?servers=64&service=40ms", simulate.Options{Timeout: 10 * time.Second, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := search.New(search.Config{MaxRate: 300, Budget: 40 * time.Second})
	trials := 0
	for trial, more := s.Next(); more; trial, more = s.Next() {
		step, err := service.Run(context.Background(), trial)
		if err != nil {
			t.Fatal(err)
		}
		trials++
		if step.Load.Model == record.Closed && *step.Throughput > 1.1*300 {
			t.Errorf("%s: %s makes %.4g/s, and 300/s may be offered", step.Phase, step.Load, *step.Throughput)
		}
		s.Observe(step)
	}
	if trials < 5 {
		t.Errorf("%d trials, want a search", trials)
	}
}
