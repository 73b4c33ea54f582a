package knee_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"loadline/analyze/knee"
	"loadline/attack/record"
)

// Nobody has one request and a half in flight: the maximum of a single station
// is what one or two give, and not a peak between them.
func TestTheMaximumIsOfAWholeConcurrency(t *testing.T) {
	l := sharp(1, time.Millisecond)
	for run := range 20 {
		random := rand.New(rand.NewPCG(uint64(run), 9))
		var steps []record.Step
		for i, n := range []int{1, 2, 3, 1, 2, 3, 1, 2, 3} {
			steps = append(steps, l.step(random, n, 100, time.Duration(i)*10*time.Second, 0.9))
		}
		c := knee.Of(steps)
		if math.Abs(c.Max.Value/l.max-1) > 0.03 || c.Max.HalfWidth() > 0.04 {
			t.Errorf("run %d: %+v, want %v", run, c.Max, l.max)
		}
	}
}
