package slo

import (
	"math"
	"time"

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

// slowDoubt is the standard error of the share of service times that alone
// break the clause.
func (s Service) slowDoubt(c Clause) float64 {
	n, slow := 0.0, 0.0
	for _, t := range s.Times {
		n += t.Weight
		if t.Length > c.Limit {
			slow += t.Weight
		}
	}
	return math.Sqrt(slow) / max(n, 1)
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

// shares are the weights made to add up to 1.
func shares(weights []float64) []float64 {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	for i := range weights {
		weights[i] /= sum
	}
	return weights
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

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// heavy says that the longest service times fall off as a power, so that still
// longer ones are to come: Hill's estimate (Annals of Statistics 3, 1975) of
// 1/α over the longest twentieth. It is 0.26 for exponential times, and far
// beyond 1 where two kinds of work lie wide apart.
func (s Service) heavy() bool {
	const longest, least, most = 0.05, 0.37, 1.2
	times, weights := s.unhurried()
	all := 0.0
	for _, w := range weights {
		all += w
	}
	n, sum := 0.0, 0.0
	for i := len(times) - 1; i >= 0; i-- {
		if n >= longest*all {
			index := sum/n - math.Log(times[i])
			return index > least && index < most
		}
		n, sum = n+weights[i], sum+weights[i]*math.Log(times[i])
	}
	return false
}

// regular says that service times hardly differ.
func (s Service) regular() bool {
	const hardly = 0.1 // coefficient of variation
	times, weights := s.unhurried()
	n, mean, square := 0.0, 0.0, 0.0
	for i, t := range times {
		n, mean, square = n+weights[i], mean+weights[i]*t, square+weights[i]*t*t
	}
	return n > 0 && square/n < (1+hardly*hardly)*(mean/n)*(mean/n)
}

// unhurried is the service times in seconds that were measured where nothing
// waited, without the network's part, and how many there were of each.
func (s Service) unhurried() (times, weights []float64) {
	for _, b := range s.Times {
		if t := (b.Length - s.RoundTrip).Seconds(); b.Weight > 0 && t > 0 {
			times, weights = append(times, t), append(weights, b.Weight)
		}
	}
	return times, weights
}

// moments is the mean of the service times in seconds and the relative standard
// error of their mean square, which waits are proportional to (Pollaczek and
// Khinchine); 0 where there are too few of them.
func (s Service) moments() (mean, doubt float64) {
	n, square, fourth := 0.0, 0.0, 0.0
	times, weights := s.unhurried()
	for i, t := range times {
		w := weights[i]
		n, mean, square, fourth = n+w, mean+w*t, square+w*t*t, fourth+w*t*t*t*t
	}
	if n < 20 {
		return 0, 0
	}
	mean, square, fourth = mean/n, square/n, fourth/n
	return mean, math.Sqrt(max(fourth/(square*square)-1, 0) / n)
}
