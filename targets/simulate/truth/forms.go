package truth

import (
	"math"

	"loadline/analyze/queueing"
	"loadline/attack/record"
	"loadline/targets/simulate"
)

// policy is what the limiter passes in the long run, per second.
func policy(s simulate.Spec) float64 {
	if s.Limit == 0 {
		return math.Inf(1)
	}
	return float64(s.Limit) / s.Per.Seconds()
}

// capacity is what the stations complete when all are busy, with nothing slower
// because of what is in flight. Pauses and the neighbour, who is busy half of
// the time, each take their share; of the stations only those with a
// connection work.
func capacity(s simulate.Spec) float64 {
	stations := s.Servers
	if s.Pool > 0 {
		stations = min(stations, s.Pool)
	}
	share := (1 - s.Pause.Seconds()/s.Period.Seconds()) * (1 - s.Noise/2)
	return queueing.Capacity(stations, s.Service) * share
}

// crowds says whether the service is slower the more is in flight.
func crowds(s simulate.Spec) bool { return s.Sigma > 0 || s.Kappa > 0 || s.Collapse > 0 }

// law is the throughput of n in flight in a service that crowds, without
// pauses or a neighbour: N/(S f(N)) of the Universal Scalability Law up to the
// number of stations, and slower beyond. Without a network all n are inside.
func law(s simulate.Spec, n int) float64 {
	x := float64(n)
	factor := 1 + s.Sigma*(x-1) + s.Kappa*x*(x-1)
	factor *= 1 + s.Collapse*max(0, x-float64(s.Servers))
	return math.Min(x, float64(s.Servers)) / (s.Service.Seconds() * factor)
}

// mostByForm is the best goodput where a closed form gives it.
func mostByForm(s simulate.Spec) (float64, bool) {
	plain := s.Queue == simulate.Unbounded || s.RTT == 0
	switch {
	case !plain || crowds(s) && (s.RTT > 0 || s.Pool > 0 || s.Limit > 0):
		return 0, false
	case crowds(s):
		best := 0.0
		for n := 1; n <= s.Servers; n++ {
			best = max(best, law(s, n))
		}
		share := capacity(s) / queueing.Capacity(s.Servers, s.Service)
		return best * share * (1 - s.Errors), true
	}
	return min(capacity(s), policy(s)) * (1 - s.Errors), true
}

// withinByForm is the SLO capacity of plain queues. What fails anyhow uses up
// a part of the allowance; the network uses up a part of the time.
func withinByForm(s simulate.Spec, o Objective) (float64, string, bool) {
	odd := s.Queue != simulate.Unbounded || crowds(s) || s.Pool > 0 && s.Pool < s.Servers ||
		s.Pause > 0 || s.Noise > 0 || s.Limit > 0
	share := (o.Allowed - s.Errors) / (1 - s.Errors)
	if odd || s.Dist != simulate.Exp && s.Dist != simulate.Det {
		return 0, "", false
	}
	form, source := queueing.MDcCapacity, "M/D/c"
	if s.Dist == simulate.Exp {
		form, source = queueing.MMcCapacity, "M/M/c"
	}
	if share < 0 || o.Slow <= s.RTT {
		return 0, source, true
	}
	rate, err := form(s.Servers, s.Service, o.Slow-s.RTT, share)
	return rate, source, err == nil
}

// exactly is an estimate without doubt.
func exactly(value float64) record.Estimate {
	return record.Estimate{Value: value, Low: value, High: value, Confidence: confidence}
}
