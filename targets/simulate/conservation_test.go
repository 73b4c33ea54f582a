package simulate

import (
	"context"
	"testing"
	"time"

	"loadline/attack/record"
)

// Once everything has had its time, nothing is left: every slot is free again,
// every station idle, every queue empty.
func TestNothingIsLeft(t *testing.T) {
	for _, keys := range []string{
		"servers=2&service=20ms", "servers=2&service=20ms&rtt=7ms&queue=3&reject_cost=2ms",
		"servers=20&service=20ms&pool=2&pool_timeout=30ms", "servers=2&service=20ms&pause=30ms&period=100ms&rtt=3ms",
		"servers=2&service=20ms&noise=0.9&noise_period=50ms&errors=0.5", "servers=1&service=20ms&scale_at=0.5&scale_after=100ms",
		"servers=2&service=20ms&limit=5&per=1s&collapse=0.1",
	} {
		spec, err := Parse("sim:queue?" + keys)
		if err != nil {
			t.Fatal(err)
		}
		target := spec.New(Options{Timeout: 50 * time.Millisecond})
		for _, load := range []record.Load{record.OpenLoad(400, record.Poisson), record.ClosedLoad(30)} {
			trial := record.Trial{Load: load, Duration: 500 * time.Millisecond}
			if _, err := target.Run(context.Background(), trial); err != nil {
				t.Fatal(err)
			}
		}
		target.advance(target.now + int64(time.Hour))
		s := &target.service
		if len(target.requests.free) != len(target.requests.slots) || target.client.n != 0 {
			t.Errorf("%s: %d of %d slots free, %d outstanding", keys, len(target.requests.free), len(target.requests.slots), target.client.n)
		}
		if s.busy != 0 || s.inside != 0 || len(s.done) != 0 || s.waiting.n+s.refusals.n+s.pool.waiting.n+s.pool.used != 0 {
			t.Errorf("%s: busy %d, inside %d, %d waiting, %d refusals, pool %d", keys, s.busy, s.inside, s.waiting.n, s.refusals.n, s.pool.used)
		}
	}
}
