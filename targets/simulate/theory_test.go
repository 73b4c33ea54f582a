package simulate_test

import (
	"fmt"
	"testing"
	"time"

	"loadline/analyze/queueing"
	"loadline/attack/record"
)

func TestOpenMMc(t *testing.T) {
	t.Parallel()
	q, err := queueing.NewMMc(4, 4*time.Millisecond, 800)
	if err != nil {
		t.Fatal(err)
	}
	trial := open(800, time.Second, 7*time.Second)
	trial.Slow = 15 * time.Millisecond
	steps := sample(t, "sim:queue?servers=4&service=4ms&dist=exp", trial)
	agrees(t, "mean response", steps, meanResponse, q.MeanResponse().Seconds(), 0.02)
	agrees(t, "tail", steps, slow, q.ResponseTail(trial.Slow), 0.08)
	agrees(t, "in flight", steps, inFlight, q.MeanInFlight(), 0.02)
	// A mean wait is Erlang's C over the rate at which waiting ends.
	chance := func(s record.Step) float64 { return (meanResponse(s) - 0.004) * (1000 - 800) }
	agrees(t, "Erlang's C", steps, chance, q.Wait(), 0.05)
}

// A request that waits takes longer than its constant service time.
func TestOpenMDc(t *testing.T) {
	t.Parallel()
	q, err := queueing.NewMDc(4, 4*time.Millisecond, 850)
	if err != nil {
		t.Fatal(err)
	}
	for _, slower := range []time.Duration{4*time.Millisecond + 1, 9 * time.Millisecond} {
		trial := open(850, time.Second/2, 5*time.Second)
		trial.Slow = slower
		steps := sample(t, "sim:queue?servers=4&service=4ms", trial)
		agrees(t, "mean response", steps, meanResponse, q.MeanResponse().Seconds(), 0.02)
		agrees(t, "slower than "+slower.String(), steps, slow, q.ResponseTail(slower), 0.08)
	}
}

// Pollaczek and Khinchine, for every distribution. The Pareto's spread is small,
// since with a larger one the sampled mean has no usable error.
func TestOpenMG1(t *testing.T) {
	t.Parallel()
	for dist, cv := range map[string]float64{"det": 0, "exp": 1, "lognormal": 1.5, "pareto": 0.5, "bimodal": 1.2} {
		q, err := queueing.NewMG1(time.Millisecond, cv, 600)
		if err != nil {
			t.Fatal(err)
		}
		spec := fmt.Sprintf("sim:queue?servers=1&service=1ms&dist=%s&cv=%g", dist, cv)
		steps := sample(t, spec, open(600, time.Second/2, 5*time.Second))
		agrees(t, dist+": mean response", steps, meanResponse, q.MeanResponse().Seconds(), 0.05)
	}
}

// What finds a full house is refused: Erlang's B without a waiting room (for
// any distribution), M/M/c/K with one; whatever the network adds.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for spec, room := range map[string]int{
		"sim:queue?servers=8&service=8ms&dist=exp&queue=0":                    0,
		"sim:queue?servers=8&service=8ms&cv=2&queue=0":                        0,
		"sim:queue?servers=8&service=8ms&dist=bimodal&queue=0&rtt=100us":      0,
		"sim:queue?servers=8&service=8ms&dist=exp&queue=5&rtt=3ms&reject=429": 5,
	} {
		q, err := queueing.NewLoss(8, room, 8*time.Millisecond, 1200)
		if err != nil {
			t.Fatal(err)
		}
		agrees(t, spec+": share refused", sample(t, spec, open(1200, time.Second/4, 2*time.Second)), shed, q.Blocking(), 0.02)
	}
}

// The network is a delay in the closed model: the machine repairman.
func TestClosedWithNetwork(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 4, 6, 10} {
		want, err := queueing.Closed(4, 4*time.Millisecond, 2*time.Millisecond, n)
		if err != nil {
			t.Fatal(err)
		}
		steps := sample(t, "sim:queue?servers=4&service=4ms&dist=exp&rtt=2ms", closed(n, time.Second/4, 2*time.Second))
		agrees(t, fmt.Sprintf("throughput of %d", n), steps, throughput, want, 0.02)
	}
}
