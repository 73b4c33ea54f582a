package slo

import (
	"math"
	"time"
)

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

// slowAlone is how many of the service times alone break the clause, and of how many.
func (s Service) slowAlone(c Clause) (slow, total float64) {
	for _, t := range s.Times {
		total += t.Weight
		if t.Length > c.Limit {
			slow += t.Weight
		}
	}
	return slow, total
}

// slowDoubt is the standard error of the share that slowAlone counts.
func (s Service) slowDoubt(c Clause) float64 {
	slow, total := s.slowAlone(c)
	return math.Sqrt(slow) / max(total, 1)
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

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
