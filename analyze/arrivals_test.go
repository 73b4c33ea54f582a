package analyze

import (
	"testing"
	"time"

	"loadline/attack/record"
)

// stairs is a service of eight slots and 40 ms under a staircase of rates, in
// closed form: below 200/s it keeps up, above it the queue grows.
func stairs(rates ...float64) *record.Run {
	run := &record.Run{Settings: record.Settings{Fraction: 0.9}, Complete: true}
	for _, rate := range rates {
		carried := min(rate, 200)
		mean := record.SpanOf(40 * time.Millisecond)
		if rate > 200 {
			mean = record.SpanOf(3 * time.Second)
		}
		sent := rate
		n := int64(carried * 10)
		run.Steps = append(run.Steps, record.Step{
			Phase: record.Staircase, Load: record.OpenLoad(rate, record.Constant), Duration: record.Span(10 * time.Second),
			Scheduled: n, Sent: n, Counts: record.Counts{OK: n}, SentRate: &sent, Throughput: &carried,
			Goodput:  &record.Estimate{Value: carried, Low: carried - 2, High: carried + 2, Confidence: 0.95},
			Response: record.Latencies{OK: &record.Quantiles{Count: n, Mean: mean}},
		})
	}
	return run
}

func TestStaircaseOfRatesFindsTheMaximum(t *testing.T) {
	got := Conclude(stairs(50, 100, 150, 190, 250, 300))
	c := got.Capacity
	if c.Outcome != record.Found || c.MaxThroughput.Value < 195 || c.MaxThroughput.Value > 201 {
		t.Fatalf("capacity %+v, want 200/s found", c)
	}
	if n := c.InFlightAtMax.Value; n < 7.5 || n > 8.5 {
		t.Errorf("in flight at the maximum %v, want 200/s × 40 ms = 8", n)
	}
	if got.Recommendation == nil || got.Recommendation.InFlightLimit != 7 {
		t.Errorf("recommendation %+v, want a limit of 7", got.Recommendation)
	}
	if c.Overload == nil || c.Overload.Behaviour != record.Queues {
		t.Errorf("overload %+v, want that it queues", c.Overload)
	}
}

func TestStaircaseThatNeverSaturates(t *testing.T) {
	got := Conclude(stairs(50, 100, 150))
	if got.Capacity.Outcome != record.LowerBound || got.Capacity.MaxThroughput.Value < 145 {
		t.Errorf("capacity %+v, want at least 150/s", got.Capacity)
	}
	if got.Recommendation != nil {
		t.Errorf("recommends %+v by a maximum that nobody saw", got.Recommendation)
	}
}

func TestStaircaseThatNeverKeptUp(t *testing.T) {
	if got := Conclude(stairs(300, 400)); got.Capacity.Outcome != record.None || got.Recommendation != nil {
		t.Errorf("%+v from steps that are all overload", got.Capacity)
	}
}

// An attack that succeeded has nothing to complain of.
func TestAttackHasNoFindings(t *testing.T) {
	run := stairs(100)
	run.Steps[0].Phase = record.Attack
	if got := Conclude(run); got.Capacity != nil || len(got.Findings) > 0 {
		t.Errorf("capacity %+v, findings %+v; want neither", got.Capacity, got.Findings)
	}
}
