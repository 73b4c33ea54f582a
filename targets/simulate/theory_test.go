package simulate_test

import (
	"fmt"
	"testing"
	"time"

	"loadline/analyze/queueing"
	"loadline/attack/record"
)

const runs = 15

func TestOpenMMc(t *testing.T) {
	const spec = "sim:queue?servers=8&service=8ms&dist=exp"
	trial := open(900, 5*time.Second, 45*time.Second)
	trial.Slow = 30 * time.Millisecond
	q, err := queueing.NewMMc(8, 8*time.Millisecond, 900)
	if err != nil {
		t.Fatal(err)
	}
	agrees(t, "mean response", sample(t, spec, trial, runs, meanResponse), q.MeanResponse().Seconds(), 0.02)
	agrees(t, "tail", sample(t, spec, trial, runs, slow), q.ResponseTail(trial.Slow), 0.06)
}

// A request that waits takes longer than its constant service time.
func TestOpenMDc(t *testing.T) {
	const spec = "sim:queue?servers=4&service=4ms"
	q, err := queueing.NewMDc(4, 4*time.Millisecond, 900)
	if err != nil {
		t.Fatal(err)
	}
	trial := open(900, 5*time.Second, 45*time.Second)
	trial.Slow = 4*time.Millisecond + 1
	agrees(t, "chance to wait", sample(t, spec, trial, runs, slow), q.Wait(), 0.02)
	agrees(t, "mean response", sample(t, spec, trial, runs, meanResponse), q.MeanResponse().Seconds(), 0.02)
	trial.Slow = 12 * time.Millisecond
	agrees(t, "tail", sample(t, spec, trial, runs, slow), q.ResponseTail(trial.Slow), 0.06)
}

// A mean wait is Erlang's C over the rate at which waiting ends.
func TestChanceToWaitIsErlangC(t *testing.T) {
	const spec = "sim:queue?servers=3&service=3ms&dist=exp"
	q, err := queueing.NewMMc(3, 3*time.Millisecond, 800)
	if err != nil {
		t.Fatal(err)
	}
	chance := func(s record.Step) float64 { return (meanResponse(s) - 0.003) * (1000 - 800) }
	agrees(t, "Erlang's C", sample(t, spec, open(800, 5*time.Second, 45*time.Second), runs, chance), q.Wait(), 0.03)
}

// Pollaczek and Khinchine, for every distribution. The Pareto's spread is small,
// since with a larger one the sampled mean has no usable error.
func TestOpenMG1(t *testing.T) {
	for dist, cv := range map[string]float64{"det": 0, "exp": 1, "lognormal": 1.5, "pareto": 0.5, "bimodal": 2} {
		t.Run(dist, func(t *testing.T) {
			spec := fmt.Sprintf("sim:queue?servers=1&service=1ms&dist=%s&cv=%g", dist, cv)
			q, err := queueing.NewMG1(time.Millisecond, cv, 700)
			if err != nil {
				t.Fatal(err)
			}
			values := sample(t, spec, open(700, 5*time.Second, 105*time.Second), runs, meanResponse)
			agrees(t, "mean response", values, q.MeanResponse().Seconds(), 0.03)
		})
	}
}

// What finds a full house is refused: Erlang's B without a waiting room (for
// any distribution), M/M/c/K with one.
func TestRefusals(t *testing.T) {
	for spec, room := range map[string]int{
		"sim:queue?servers=8&service=8ms&dist=exp&queue=0":               0,
		"sim:queue?servers=8&service=8ms&cv=2&queue=0":                   0,
		"sim:queue?servers=8&service=8ms&dist=exp&queue=5":               5,
		"sim:queue?servers=8&service=8ms&dist=exp&queue=5&rtt=3ms":       5,
		"sim:queue?servers=8&service=8ms&dist=exp&queue=5&reject=429":    5,
		"sim:queue?servers=8&service=8ms&dist=bimodal&queue=0&rtt=100us": 0,
	} {
		t.Run(spec, func(t *testing.T) {
			q, err := queueing.NewLoss(8, room, 8*time.Millisecond, 1200)
			if err != nil {
				t.Fatal(err)
			}
			values := sample(t, spec, open(1200, time.Second, 21*time.Second), runs, shed)
			agrees(t, "share refused", values, q.Blocking(), 0.01)
		})
	}
}

// The network is a delay in the closed model: the machine repairman.
func TestClosedWithNetwork(t *testing.T) {
	const spec = "sim:queue?servers=4&service=4ms&dist=exp&rtt=2ms"
	for _, n := range []int{1, 4, 6, 10} {
		want, err := queueing.Closed(4, 4*time.Millisecond, 2*time.Millisecond, n)
		if err != nil {
			t.Fatal(err)
		}
		values := sample(t, spec, closed(n, time.Second, 21*time.Second), runs, throughput)
		agrees(t, fmt.Sprintf("throughput of %d", n), values, want, 0.005)
	}
}
