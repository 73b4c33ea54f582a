package main

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/attack/schedule"
	"loadline/attack/wire"
)

const (
	wireTime = 8 * time.Second
	mostKS   = 0.06
	mostRate = 0.005
)

// onTheWire compares when requests pass on loopback with when the schedule
// wants them, and the service times of client and wire.
func onTheWire(t *table) error {
	t.title("On the wire: packets of loopback, captured in a process of its own, %s each", wireTime)
	for _, rate := range []float64{200, 500, 1000} {
		for _, m := range makers {
			if err := wireRun(t, m.name, rate); err != nil {
				return err
			}
		}
		if err := sleepRun(t, rate); err != nil {
			return err
		}
	}
	return nil
}

func wireRun(t *table, engineName string, rate float64) error {
	s, err := startServer()
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // its stamps are of no use here
	trial := poisson(rate, wireTime)
	var step record.Step
	var seen []tally.Request
	exchanges, err := capture(s.port, func() (err error) {
		step, seen, err = load(engineName, s.url+"/0s", trial)
		return err
	})
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s, %v/s", engineName, rate)
	if len(exchanges) != len(seen) {
		t.check(false, name, "the wire saw %d requests, the client %d", len(exchanges), len(seen))
		return nil
	}
	distance := ksDistance(wireGaps(exchanges), planned(trial))
	t.check(distance <= mostKS, name+": gaps", "KS distance %.3f to the schedule, want at most %v", distance, mostKS)
	off := float64(len(exchanges))/float64(len(planned(trial))+1) - 1
	t.check(math.Abs(off) <= mostRate, name+": rate", "%.2f %% off the schedule's, want within %.1f %%", 100*off, 100*mostRate)
	p50, p99 := bias(seen, exchanges)
	t.note(name+": bias", "client − wire: p50 %s, p99 %s; lag p50 %s, p99 %s", p50, p99, step.Lag.P50, step.Lag.P99)
	return nil
}

// sleepRun is what a plain loop with time.Sleep does, for comparison.
func sleepRun(t *table, rate float64) error {
	s, err := startServer()
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // its stamps are of no use here
	trial := poisson(rate, wireTime/2)
	exchanges, err := capture(s.port, func() error {
		plan, err := schedule.Of(trial)
		if err != nil {
			return err
		}
		began := time.Now()
		cursor := plan.Cursor()
		for at := cursor.Next(); at < trial.Duration; at = cursor.Next() {
			time.Sleep(at - time.Since(began))
			go get(s.url + "/0s")
		}
		return nil
	})
	if err != nil {
		return err
	}
	distance := ksDistance(wireGaps(exchanges), planned(trial))
	t.note(fmt.Sprintf("plain time.Sleep loop, %v/s: gaps", rate), "KS distance %.3f", distance)
	return nil
}

func get(url string) {
	if response, err := http.Get(url); err == nil { //nolint:gosec // loopback
		_ = response.Body.Close()
	}
}

// planned are the gaps of the schedule.
func planned(trial record.Trial) []float64 {
	plan, err := schedule.Of(trial)
	if err != nil {
		return nil
	}
	var starts []time.Duration
	cursor := plan.Cursor()
	for at := cursor.Next(); at < trial.Duration; at = cursor.Next() {
		starts = append(starts, at)
	}
	return gaps(starts)
}

func wireGaps(exchanges []wire.Exchange) []float64 {
	var starts []time.Duration
	for _, e := range exchanges {
		starts = append(starts, e.Sent)
	}
	slices.Sort(starts)
	return gaps(starts)
}

func gaps(starts []time.Duration) []float64 {
	var out []float64
	for i := 1; i < len(starts); i++ {
		out = append(out, (starts[i] - starts[i-1]).Seconds())
	}
	return out
}

// ksDistance is the greatest distance of two empirical distributions.
func ksDistance(a, b []float64) (d float64) {
	slices.Sort(a)
	slices.Sort(b)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x := min(a[i], b[j])
		for i < len(a) && a[i] == x {
			i++
		}
		for j < len(b) && b[j] == x {
			j++
		}
		d = max(d, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	return d
}

// bias is what the client adds to the time on the wire, request by request.
func bias(seen []tally.Request, exchanges []wire.Exchange) (p50, p99 time.Duration) {
	var added []time.Duration
	for i := range seen {
		added = append(added, seen[i].Done-seen[i].Sent-exchanges[i].Took())
	}
	slices.Sort(added)
	return added[len(added)/2], added[len(added)*99/100]
}
