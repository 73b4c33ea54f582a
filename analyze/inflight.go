package analyze

import (
	"math"
	"slices"

	"loadline/attack/record"
)

// inFlight is how many requests are in flight at the knee, as the client
// sees it. The knee is the smallest whole concurrency within the tolerance of
// the maximum.
func (e *evidence) inFlight() *record.Estimate {
	k := e.curve.Knee
	const hair = 0.05 // of a request: not worth another one
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
	rtt := e.roundTrip()
	if client == nil || rtt <= 0 {
		return nil
	}
	network := e.curve.Max.Value * rtt
	return &record.Estimate{
		Value: max(client.Value-network, 1), Low: max(client.Low-network, 1),
		High: max(client.High-network, 1), Confidence: client.Confidence,
	}
}

// roundTrip is the median over the steps of the time to connect, in seconds; 0 where none was seen.
func (e *evidence) roundTrip() float64 {
	var seen []float64
	for i := range e.steps {
		if c := e.steps[i].Conns; c != nil && c.Connect != nil {
			seen = append(seen, c.Connect.Seconds())
		}
	}
	if len(seen) == 0 {
		return 0
	}
	slices.Sort(seen)
	return seen[len(seen)/2]
}
