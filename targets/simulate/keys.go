package simulate

import (
	"slices"
	"time"
)

// Key is one key of a spec, for a help text.
type Key struct {
	Name    string
	Default string // "" where the effect is off, or follows from other keys
	Range   string
	Meaning string
}

// Keys is the table of keys in the order in which a reader wants them.
func Keys() []Key {
	keys := make([]Key, len(table))
	for i := range table {
		keys[i] = table[i].Key
	}
	return keys
}

// key also knows how to set its field; set says whether the text was in range.
type key struct {
	Key
	set func(*Spec, string) bool
}

// unset is the coefficient of variation that nobody gave.
const unset = -1

var table = slices.Concat(stationKeys, refusalKeys, slowKeys, outsideKeys)

var stationKeys = []key{
	integer("servers", "8", 1, 10_000, "service stations",
		func(s *Spec) *int { return &s.Servers }),
	span("service", "40ms", time.Microsecond, time.Minute, "mean time of one request in a station",
		func(s *Spec) *time.Duration { return &s.Service }),
	word("dist", "", []string{Det, Exp, Lognormal, Pareto, Bimodal}, "how service times spread (det; lognormal where only cv is given)",
		func(s *Spec) *string { return &s.Dist }),
	spread("cv", 0, 10, "standard deviation of the service time over its mean (1)",
		func(s *Spec) *float64 { return &s.CV }),
	span("rtt", "0s", 0, 10*time.Second, "network round trip",
		func(s *Spec) *time.Duration { return &s.RTT }),
	integer("pool", "0", 0, 10_000, "connections of a pool inside that a request holds while it is served; 0: no pool",
		func(s *Spec) *int { return &s.Pool }),
	span("pool_timeout", "1s", time.Millisecond, 10*time.Minute, "wait for a connection that ends in a 500",
		func(s *Spec) *time.Duration { return &s.PoolTimeout }),
}

var refusalKeys = []key{
	waitingRoom("queue", "unbounded", 1_000_000, "waiting room beyond the stations",
		func(s *Spec) *int { return &s.Queue }),
	status("reject", "503", "answer to a request that finds the waiting room full",
		func(s *Spec) *int { return &s.Reject }),
	span("reject_cost", "0s", 0, 10*time.Second, "time that such an answer takes of a station, before any waiting request",
		func(s *Spec) *time.Duration { return &s.RejectCost }),
	integer("limit", "0", 0, 1_000_000_000, "requests per time that a limiter in front passes; beyond: 429 with Retry-After 1; 0: no limiter",
		func(s *Spec) *int { return &s.Limit }),
	span("per", "1m", time.Millisecond, time.Hour, "that time",
		func(s *Spec) *time.Duration { return &s.Per }),
	word("limiter", Window, []string{Window, Bucket}, "fixed window, or token bucket that holds limit tokens",
		func(s *Spec) *string { return &s.Limiter }),
	ratio("errors", "0", 0, 1, "share of the served requests that is answered 500",
		func(s *Spec) *float64 { return &s.Errors }),
}

var slowKeys = []key{
	ratio("sigma", "0", 0, 1, "Universal Scalability Law: contention, by what is in flight in the service",
		func(s *Spec) *float64 { return &s.Sigma }),
	ratio("kappa", "0", 0, 1, "Universal Scalability Law: coherency",
		func(s *Spec) *float64 { return &s.Kappa }),
	ratio("collapse", "0", 0, 10, "share by which the service time grows per request in flight beyond the stations",
		func(s *Spec) *float64 { return &s.Collapse }),
	span("pause", "0s", 0, time.Minute, "the world stops so long at the end of every period",
		func(s *Spec) *time.Duration { return &s.Pause }),
	span("period", "2s", time.Millisecond, 10*time.Minute, "from one pause to the next",
		func(s *Spec) *time.Duration { return &s.Period }),
	ratio("warm", "1", 1, 100, "so many times slower at the start",
		func(s *Spec) *float64 { return &s.Warm }),
	span("warm_for", "10s", time.Millisecond, time.Hour, "at full load, the excess falls to 1/e after so long",
		func(s *Spec) *time.Duration { return &s.WarmFor }),
	ratio("drift", "0", -0.9, 1, "change of the capacity per minute, compound",
		func(s *Spec) *float64 { return &s.Drift }),
	ratio("noise", "0", 0, 0.95, "share of the capacity that a neighbour takes while it is busy, half of the time",
		func(s *Spec) *float64 { return &s.Noise }),
	span("noise_period", "5s", time.Millisecond, 10*time.Minute, "mean time from one busy spell of the neighbour to the next",
		func(s *Spec) *time.Duration { return &s.NoisePeriod }),
}

var outsideKeys = []key{
	ratio("scale_at", "0", 0, 1, "autoscaling: one instance more where utilisation is above; 0: none",
		func(s *Spec) *float64 { return &s.ScaleAt }),
	span("scale_after", "30s", 100*time.Millisecond, 10*time.Minute, "time over which the utilisation is taken",
		func(s *Spec) *time.Duration { return &s.ScaleAfter }),
	integer("scale_max", "4", 1, 100, "most instances, of `servers` stations each",
		func(s *Spec) *int { return &s.ScaleMax }),
	ratio("generator", "0", 0, 10_000_000, "the generator's own ceiling in requests per second; 0: none",
		func(s *Spec) *float64 { return &s.Generator }),
}
