package acceptance

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/targets/servers"
)

// The slots sleep and take no processor: what is measured is the sweep.

func TestEightSlots(t *testing.T) {
	eventually(t, func() error {
		twofold, err := sweepEightSlots(t, "2")
		if err != nil {
			return err
		}
		fourfold, err := sweepEightSlots(t, "4")
		if err != nil {
			return err
		}
		return within("limit with more overload", float64(fourfold), float64(twofold-1), float64(twofold+1))
	})
}

// sweepEightSlots gives the limit that a sweep with so much overload found.
func sweepEightSlots(t *testing.T, overload string) (limit int, err error) {
	service := servers.Slots(t, servers.SlotsConfig{Slots: 8, Service: 40 * time.Millisecond})
	run, err := loadline(t, "sweep", "--budget", "60s", "--overload", overload, service.URL).found(t)
	if err != nil {
		return 0, err
	}
	if b := run.Capacity.Overload; b == nil || b.Behaviour != record.Queues {
		return 0, fmt.Errorf("overload is %+v, want that it queues", b)
	}
	return run.Recommendation.InFlightLimit, errors.Join(
		within("maximum throughput", run.Capacity.MaxThroughput.Value, 185, 205),
		within("knee", run.Capacity.Knee.Value, 7, 10),
		within("limit", float64(run.Recommendation.InFlightLimit), 6, 9),
	)
}

func TestOneSlot(t *testing.T) {
	eventually(t, func() error {
		service := servers.Slots(t, servers.SlotsConfig{Slots: 1, Service: 50 * time.Millisecond})
		run, err := loadline(t, "sweep", "--budget", "30s", service.URL).found(t)
		if err != nil {
			return err
		}
		return within("limit", float64(run.Recommendation.InFlightLimit), 1, 1)
	})
}

// A staircase measures what it is told to, and finds the same knee.
func TestStaircase(t *testing.T) {
	eventually(t, func() error {
		service := servers.Slots(t, servers.SlotsConfig{Slots: 4, Service: 20 * time.Millisecond})
		run, err := loadline(t, "sweep", "--concurrencies", "1,2,4,8,16", "--step-duration", "2s", service.URL).found(t)
		if err != nil {
			return err
		}
		if len(run.Steps) != 5 {
			t.Fatalf("%d steps, want 5", len(run.Steps))
		}
		return errors.Join(
			within("maximum throughput", run.Capacity.MaxThroughput.Value, 170, 205),
			within("knee", run.Capacity.Knee.Value, 3, 5),
		)
	})
}
