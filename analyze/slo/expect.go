package slo

import (
	"math"
	"time"

	"loadline/analyze/queueing"
)

// expects is what queueing theory says, before any open trial, of the share
// 1−r/X by which the answer r lies below the maximum X: that of M/M/c, times
// the variability (Kingman 1961), where c are as many stations as the lone
// service time says. Zero for clauses about no time, and for times that a lone request
// hardly keeps: there the tail of the service times themselves decides.
func (s Service) expects(c Clause) float64 {
	own := max(s.Lone-s.RoundTrip, 0)
	limit := c.Limit - s.RoundTrip
	if !c.Timed() || limit <= own || s.Max.Value <= 0 || own <= 0 {
		return 0
	}
	stations := int(min(max(math.Round(s.Max.Value*own.Seconds()), 1), 1000))
	each := time.Duration(float64(stations) / s.Max.Value * float64(time.Second))
	if s.Dispersion > 0.5 {
		rate, err := queueing.MMcCapacity(stations, max(each, 1), limit, c.Allowed())
		if err != nil || rate <= 0 {
			return 0
		}
		return s.Variability() * (1 - rate/s.Max.Value)
	}
	return s.regular(stations, each, limit, c.Allowed())
}

// regular is the same for service times that hardly differ: a response is
// one of them and a wait, and waits beyond w have the probability
// C·exp(−(X−r)·w/v), with Erlang's C.
func (s Service) regular(stations int, each, limit time.Duration, allowed float64) float64 {
	wait := limit.Seconds() - each.Seconds()
	if wait <= 0 {
		return 0
	}
	below := 0.1
	for range 6 { // C depends on the answer, weakly
		waits := 1.0
		if q, err := queueing.NewMMc(stations, max(each, 1), max(1-below, 0.05)*s.Max.Value); err == nil {
			waits = q.Wait()
		}
		below = s.Variability() * math.Log(max(waits/allowed, 1.05)) / (s.Max.Value * wait)
	}
	return below
}
