package acceptance

import (
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/targets/servers"
)

// The slots sleep and take no processor, so these sweeps may run side by side.

func TestEightSlots(t *testing.T) {
	t.Parallel()
	limits := map[string]int{}
	for overload, name := range map[string]string{"2": "twofold", "4": "fourfold"} {
		t.Run(name, func(t *testing.T) {
			service := servers.Slots(t, servers.SlotsConfig{Slots: 8, Service: 40 * time.Millisecond})
			run := loadline(t, "sweep", "--budget", "35s", "--overload", overload, service.URL).found(t)
			within(t, "maximum throughput", run.Capacity.MaxThroughput.Value, 185, 205)
			within(t, "knee", run.Capacity.Knee.Value, 7, 10)
			within(t, "limit", float64(run.Recommendation.InFlightLimit), 6, 9)
			if b := run.Capacity.Overload; b == nil || b.Behaviour != record.Queues {
				t.Errorf("overload is %+v, want that it queues", b)
			}
			limits[name] = run.Recommendation.InFlightLimit
		})
	}
	if d := limits["twofold"] - limits["fourfold"]; d < -1 || d > 1 {
		t.Errorf("a higher overload step changed the limit from %d to %d", limits["twofold"], limits["fourfold"])
	}
}

func TestOneSlot(t *testing.T) {
	t.Parallel()
	service := servers.Slots(t, servers.SlotsConfig{Slots: 1, Service: 50 * time.Millisecond})
	run := loadline(t, "sweep", "--budget", "35s", service.URL).found(t)
	if run.Recommendation.InFlightLimit != 1 {
		t.Errorf("limit %d, want 1", run.Recommendation.InFlightLimit)
	}
}

// A staircase measures what it is told to, and finds the same knee.
func TestStaircase(t *testing.T) {
	t.Parallel()
	service := servers.Slots(t, servers.SlotsConfig{Slots: 4, Service: 20 * time.Millisecond})
	run := loadline(t, "sweep", "--concurrencies", "1,2,4,8,16", "--step-duration", "2s", service.URL).found(t)
	if len(run.Steps) != 5 {
		t.Fatalf("%d steps, want 5", len(run.Steps))
	}
	within(t, "maximum throughput", run.Capacity.MaxThroughput.Value, 180, 205)
	within(t, "knee", run.Capacity.Knee.Value, 3, 5)
}
