package slo

import (
	"math"

	"loadline/analyze/queueing"
	"loadline/attack/record"
)

// Expectation is what queueing theory says, before any open trial, of the
// share 1−r/X by which the answer r lies below the maximum X.
type Expectation struct {
	Share float64 // 0: theory says nothing
	Sigma float64 // how far it may be off, as the deviation of the logarithm
	Timed bool    // it is about response times
}

// expects is the answer of the queue whose service times are those that were
// measured where nothing waited, before as many stations as that time and the
// maximum say. It says nothing for clauses about no time, and where the
// service times alone break the clause.
func (s Service) expects(c Clause) (e Expectation) {
	const model, anyhow = 0.05, 0.006 // relative to the share, and to the maximum
	const uneven = 0.12               // more where few of several stations are blocked by what is long
	const crowded = 0.12              // more for what becomes slower
	const rarer, unseen = 1.25, 0.4   // where the longest service times have not been seen yet
	e.Timed = c.Timed()
	mean, doubt := s.moments()
	if !c.Timed() || c.Limit <= s.RoundTrip || s.Max.Value <= 0 || mean <= 0 {
		return e
	}
	stations := int(min(max(math.Round(s.Max.Value*mean), 1), 1000))
	timely, refusing := s.within(c, stations, mean, c.Allowed()), s.unrefused(c, stations)
	rate := min(timely, refusing)
	if rate <= 0 {
		return e
	}
	e.Share = s.below(rate)
	e.Sigma = math.Hypot(math.Hypot(model, anyhow/e.Share), doubt)
	if stations > 1 {
		e.Sigma += uneven * max(s.Dispersion-1, 0)
	}
	if s.Crowd != nil {
		e.Sigma = math.Hypot(e.Sigma, crowded)
	}
	if s.heavy() {
		e.Share, e.Sigma = min(rarer*e.Share, 0.9), math.Hypot(e.Sigma, unseen)
	}
	if timely < refusing {
		other := s.below(s.within(c, stations, mean, c.Allowed()+s.slowDoubt(c)))
		e.Sigma = math.Hypot(e.Sigma, logit(e.Share)-logit(other))
	}
	return e
}

// below is the share by which a rate lies below the maximum, at least a little.
func (s Service) below(rate float64) float64 {
	return min(max(1-rate/s.Max.Value, 0.003), 0.99)
}

// within is the rate at which no more than the allowed share breaks the
// clause, by service times and waits.
func (s Service) within(c Clause, stations int, mean, allowed float64) float64 {
	limit := c.Limit - s.RoundTrip
	each := float64(stations) / s.Max.Value // by the maximum, which is known best
	if s.Crowd == nil && s.regular() && s.Arrivals != record.Constant {
		rate, err := queueing.MDcCapacity(stations, max(seconds(each), 1), limit, allowed)
		if err == nil {
			return rate
		}
	}
	times, weights := s.unhurried()
	if s.Crowd != nil {
		return s.Crowd.Within(limit.Seconds(), allowed, times, shares(weights))
	}
	for i := range times {
		times[i] *= each / mean
	}
	q, ok := queueing.NewMeasured(stations, times, weights, s.Arrivals == record.Constant)
	if !ok {
		return 0
	}
	return q.Within(limit, allowed)
}

// unrefused is the rate at which as many are refused as the clause allows, for
// a service that refuses what comes when all places are taken.
func (s Service) unrefused(c Clause, stations int) float64 {
	if s.Places <= 0 {
		return math.Inf(1)
	}
	low, high := 0.0, s.Max.Value
	for range 30 {
		middle := (low + high) / 2
		each := seconds(float64(stations) / s.Max.Value)
		q, err := queueing.NewLoss(stations, max(s.Places-stations, 0), max(each, 1), middle)
		if err == nil && q.Blocking() <= c.Allowed() {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
