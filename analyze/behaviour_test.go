package analyze

import (
	"testing"
	"time"

	"loadline/attack/record"
)

// What was left of the goodput has an interval, and a service that kept little
// of it collapses only where that is clear.
func TestBehaviourWithInterval(t *testing.T) {
	for name, c := range map[string]struct {
		low, high float64
		behaviour string
		unclear   bool
	}{
		"clearly little": {100, 132, record.Collapses, false},
		"perhaps little": {25, 206, record.Queues, true},
	} {
		steps := []record.Step{{
			Phase: record.Overload, Load: record.OpenLoad(400, record.Poisson), Duration: record.Span(2 * time.Second), Sent: 800,
			Counts: record.Counts{OK: 800}, Goodput: &record.Estimate{Value: 116, Low: c.low, High: c.high, Confidence: 0.95},
		}}
		got := behaviour(steps, 200)
		if got.Behaviour != c.behaviour || Unclear(got) != c.unclear {
			t.Errorf("%s: %+v, unclear: %v", name, got, Unclear(got))
		}
		if e := got.Retained; e.Value != 0.58 || e.Low != c.low/200 || e.High != c.high/200 {
			t.Errorf("%s: retained %+v", name, e)
		}
	}
}
