package analyze

import (
	"context"
	"math"
	"testing"
	"time"

	"loadline/analyze/queueing"
	"loadline/attack/record"
	"loadline/targets/simulate"
)

// Where each place works for itself, the share is Erlang's B.
func TestRefusedIsErlangsLoss(t *testing.T) {
	const servers = 4
	service, err := simulate.New("sim:queue?servers=4&service=10ms&cv=1", simulate.Options{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	var steps []record.Step
	for _, n := range []int{1, 2, 3, 4, 5, 6, 8} {
		step, err := service.Run(context.Background(), record.Trial{
			Phase: record.Refine, Load: record.ClosedLoad(n), Warmup: time.Second, Duration: 21 * time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	curve := Curve(steps)
	for _, c := range []struct {
		limit int
		rate  float64
	}{{4, 300}, {4, 100}, {3, 300}, {1, 75}, {4, 2000}} {
		loss, err := queueing.NewLoss(c.limit, 0, 10*time.Millisecond, c.rate)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := refused(curve, c.limit, c.rate), loss.Blocking(); math.Abs(got-want) > 0.015 {
			t.Errorf("limit %d of %d servers at %v/s: %.4f, want %.4f", c.limit, servers, c.rate, got, want)
		}
	}
}
