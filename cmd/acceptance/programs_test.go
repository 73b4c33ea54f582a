package acceptance

import (
	"slices"
	"testing"
	"time"

	"loadline/targets/servers"
)

// The article's service in Node: 5 × 1 ms on its one thread, about 200/s. Three
// runs on it agree within 5 %.
func TestNodeThreeTimes(t *testing.T) {
	url := servers.Node(t, 5, time.Millisecond)
	var found []float64
	for range 3 {
		run := loadline(t, "sweep", "--budget", "20s", url).found(t)
		found = append(found, run.Capacity.MaxThroughput.Value)
		within(t, "maximum throughput", run.Capacity.MaxThroughput.Value, 150, 205)
		within(t, "limit", float64(run.Recommendation.InFlightLimit), 1, 3)
	}
	if low, high := slices.Min(found), slices.Max(found); high > 1.05*low {
		t.Errorf("three runs found %v: they differ by more than 5 %%", found)
	}
}

// nginx with a static answer is about as fast as the generator: on two cores
// either is a plausible limit, and the sweep has to say which.
func TestNginx(t *testing.T) {
	url := servers.Nginx(t, servers.NginxConfig{})
	done := loadline(t, "sweep", "--budget", "15s", url)
	run := done.result(t)
	switch done.code {
	case 0:
		within(t, "maximum throughput", run.Capacity.MaxThroughput.Value, 1000, 1e6)
	case 5:
		if run.Recommendation != nil || len(run.Findings) == 0 {
			t.Errorf("not trusted, and yet %+v, findings %+v", run.Recommendation, run.Findings)
		}
	default:
		t.Errorf("exit %d, want a capacity or the generator's limit", done.code)
	}
}
