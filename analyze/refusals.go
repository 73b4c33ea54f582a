package analyze

import (
	"fmt"

	"loadline/analyze/knee"
	"loadline/attack/record"
)

// worthSaying is the share of refusals from which a plan is said to have them.
const worthSaying = 0.02

// refusals says what the limit refuses of the planned rate where nothing may
// wait before it: a service that is busy for three quarters of the time is full
// more often than one would think, the more so the smaller it is.
func (e *evidence) refusals(r *record.Recommendation) *record.Finding {
	if r == nil || r.Rate == nil || e.curve == nil {
		return nil
	}
	share := refused(e.curve, r.InFlightLimit, *r.Rate)
	if share < worthSaying {
		return nil
	}
	return finding(Refusals, record.Info,
		fmt.Sprintf("At the planned rate a limit without a queue refuses about %.0f %% of requests that come at random moments. "+
			"Let them wait a little before it, as limits --format haproxy-queue does.", 100*share),
		fmt.Sprintf("%.4g/s, at most %d in flight, by the throughput at each number in flight", *r.Rate, r.InFlightLimit))
}

// refused is the share of Poisson arrivals, so many per second, that find the
// limit reached, where what is in flight n at a time leaves at the rate that
// the curve has at n: Erlang's loss formula for service rates that depend on
// the state (Kleinrock 1975, Queueing Systems I, eq. 3.11), whatever the service times'
// distribution where requests share the service.
func refused(c *knee.Curve, limit int, rate float64) float64 {
	weight, all := 1.0, 1.0
	for n := 1; n <= limit; n++ {
		leaving := c.At(float64(n))
		if leaving <= 0 {
			return 1
		}
		weight *= rate / leaving
		if all += weight; weight > 1e100 {
			weight, all = weight/all, 1
		}
	}
	return weight / all
}
