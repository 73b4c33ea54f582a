package acceptance

import (
	"fmt"
	"testing"
	"time"

	"loadline/targets/servers"
)

// Allowing a million a second finds the same as allowing what is enough. The
// slots sleep and take no processor: the generator has all that it can use.
func TestAskingTooMuch(t *testing.T) {
	eventually(t, func() error {
		enough, err := sweepUpTo(t, "1000")
		if err != nil {
			return err
		}
		wild, err := sweepUpTo(t, "1000000")
		if err != nil {
			return err
		}
		return within("maximum when allowed a million, as a share of that when allowed enough", wild/enough, 0.95, 1.05)
	})
}

// sweepUpTo gives the maximum throughput that a sweep with so high a rate allowed found.
func sweepUpTo(t *testing.T, most string) (rps float64, err error) {
	service := servers.Slots(t, servers.SlotsConfig{Slots: 4, Service: 10 * time.Millisecond})
	run, err := loadline(t, "sweep", "--budget", "12s", "--max-rate", most, service.URL).found(t)
	if err != nil {
		return 0, fmt.Errorf("at most %s/s: %w", most, err)
	}
	return run.Capacity.MaxThroughput.Value, nil
}
