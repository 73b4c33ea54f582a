package enginetest

import (
	"fmt"
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/targets/servers"
)

// wild is more than any generator sends.
const wild = 1_000_000

// excess: whoever asks for a million a second gets as much out of a service as
// whoever asks for what it carries, and every arrival is accounted for. The
// service sleeps, so that a slow machine slows all of them alike; what another
// program on it does to one of them may be gone in the next try.
func excess(t *testing.T, make Make) {
	service := servers.Slots(t, servers.SlotsConfig{Slots: 4, Service: 10 * time.Millisecond})
	defer service.Server.Close()
	options := defaults()
	options.MaxInFlight = 64
	r := make.get(t, options, service.URL)
	defer r.close()
	const length = 500 * time.Millisecond
	lost := func() error {
		full, modest, most := r.send(closed(4, length)), r.send(open(200, length)), r.send(open(wild, length))
		if scheduled := int64(wild * length.Seconds()); most.Scheduled != scheduled {
			t.Errorf("scheduled %d, want %d", most.Scheduled, scheduled)
		}
		if best := max(0.8*finished(&full), finished(&modest)); finished(&most) < best {
			return fmt.Errorf("at %d/s %.0f finished a second, at 200/s %.0f, with 4 in flight %.0f", wild, finished(&most), finished(&modest), finished(&full))
		}
		return nil
	}
	var err error
	for range 3 {
		if err = lost(); err == nil {
			return
		}
	}
	t.Error(err)
}

// finished is the step's goodput.
func finished(step *record.Step) float64 {
	if step.Goodput == nil {
		return 0
	}
	return step.Goodput.Value
}
