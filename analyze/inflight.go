package analyze

import (
	"math"
	"slices"
	"time"

	"loadline/attack/record"
)

// inFlight is how many requests are in flight at the knee, as the client
// sees it. The knee is the smallest whole concurrency within the tolerance of
// the maximum.
func (e *evidence) inFlight() *record.Estimate {
	k := e.curve.Knee
	n := max(math.Ceil(k.Value-hair), 1)
	at := max(e.curve.InFlightAt(n), 1)
	scale := at / n
	return &record.Estimate{
		Value: at, Low: max(min(k.Low, n)*scale, 1), High: max(k.High, n) * scale, Confidence: k.Confidence,
	}
}

// atService subtracts what is under way in the network: X·RTT, by Little's
// law. Nil where the round trip is not known.
func (e *evidence) atService(client *record.Estimate) *record.Estimate {
	rtt := roundTrip(e.steps)
	if client == nil || rtt <= 0 {
		return nil
	}
	network := e.curve.Max.Value * rtt.Seconds()
	return &record.Estimate{
		Value: max(client.Value-network, 1), Low: max(client.Low-network, 1),
		High: max(client.High-network, 1), Confidence: client.Confidence,
	}
}

// roundTrip is the median over the steps of the time to connect; 0 where none was seen.
func roundTrip(steps []record.Step) time.Duration {
	var seen []time.Duration
	for i := range steps {
		if c := steps[i].Conns; c != nil && c.Connect != nil {
			seen = append(seen, c.Connect.Std())
		}
	}
	if len(seen) == 0 {
		return 0
	}
	slices.Sort(seen)
	return max(seen[len(seen)/2], 0)
}
