package acceptance

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"loadline/targets/servers"
)

// The article's service in Node: 5 × 1 ms on its one thread, about 200/s. Three
// runs on it agree within 5 %.
func TestNodeThreeTimes(t *testing.T) {
	url := servers.Node(t, 5, time.Millisecond)
	eventually(t, func() error {
		var found []float64
		for range 3 {
			run, err := loadline(t, "sweep", "--budget", "15s", url).found(t)
			if err != nil {
				return err
			}
			found = append(found, run.Capacity.MaxThroughput.Value)
			if err := within("limit", float64(run.Recommendation.InFlightLimit), 1, 4); err != nil {
				return err
			}
		}
		low, high := slices.Min(found), slices.Max(found)
		if high > 1.05*low {
			return fmt.Errorf("three runs found %v: they differ by more than 5 %%", found)
		}
		return within("maximum throughput", low, 120, 205)
	})
}

// nginx with a static answer is about as fast as the generator: on two cores
// either may be the limit, and the sweep has to say which.
func TestNginx(t *testing.T) {
	url := servers.Nginx(t, servers.NginxConfig{})
	eventually(t, func() error {
		done := loadline(t, "sweep", "--budget", "12s", url)
		run := done.result(t)
		switch done.code {
		case 0:
			return within("maximum throughput", run.Capacity.MaxThroughput.Value, 1000, 1e6)
		case 5:
			if run.Recommendation != nil || len(run.Findings) == 0 {
				return errors.New("not trusted, and yet recommended, or not explained")
			}
			return nil
		}
		return fmt.Errorf("exit %d, want a capacity or the generator's limit", done.code)
	})
}
