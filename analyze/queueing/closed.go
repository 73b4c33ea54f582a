package queueing

import (
	"fmt"
	"time"
)

// MaxInFlight bounds the concurrency of a closed model.
const MaxInFlight = 1_000_000

// Closed is the throughput per second of n requests (1 to MaxInFlight) that are
// kept in flight, each in turn served for an exponential time by one of the
// servers and for the time elsewhere (0 or more, any distribution: the
// network) away from it. It is the machine repairman's model (Gross, finite-source
// queues): k at the servers are (n−k+1)S/(Z min(k,c)) times as likely as k−1.
func Closed(servers int, service, elsewhere time.Duration, n int) (float64, error) {
	if _, err := NewLoad(servers, service, 0); err != nil {
		return 0, err
	}
	if elsewhere < 0 || n < 1 || n > MaxInFlight {
		return 0, fmt.Errorf("%d in flight with %v elsewhere: want 1 to %d, and no negative time", n, elsewhere, MaxInFlight)
	}
	if elsewhere == 0 {
		return float64(min(n, servers)) / service.Seconds(), nil
	}
	return busy(servers, n, service.Seconds()/elsewhere.Seconds()) / service.Seconds(), nil
}

// busy is the mean number of busy servers. The weights of the states rise and
// then fall; they are kept relative to a total that cannot overflow.
func busy(servers, n int, ratio float64) float64 {
	weight, total, area := 1.0, 1.0, 0.0
	for k := 1; k <= n; k++ {
		weight *= float64(n-k+1) * ratio / float64(min(k, servers))
		total += weight
		area += weight * float64(min(k, servers))
		if total > 1e200 {
			weight, total, area = weight/total, 1, area/total
		}
	}
	return area / total
}
