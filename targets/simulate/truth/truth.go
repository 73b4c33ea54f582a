package truth

import (
	"time"

	"loadline/attack/record"
	"loadline/targets/simulate"
)

// Objective is what a rate has to meet: at most the share Allowed (0-1) of
// requests may be bad, which is failed, shed, or slower than Slow. The zero
// value asks nothing.
type Objective struct {
	Slow    time.Duration
	Allowed float64
}

// Bound is what stops the service from giving more.
type Bound string

// A service is bound by what it can do, by a limiter in front of it, or not at
// all before the generator is.
const (
	Capacity  Bound = "capacity"
	Policy    Bound = "policy"
	Generator Bound = "generator"
)

// Truth is the long run of a service. Warm-up is over in it, and the
// generator's ceiling does not exist. A metastable service has no long run in
// the strict sense: it collapses some day at any rate. Within is then the rate
// that meets the objective for five minutes.
type Truth struct {
	Steady bool  // without: it has no long run, and the rest is empty
	Bound  Bound // what a sweep meets first

	Most record.Estimate // the best goodput at any concurrency, per second
	Knee int             // smallest concurrency whose goodput is within Tolerance of Most

	Within     record.Estimate // greatest rate within the objective; 0 where there is none
	Infeasible bool            // not even an idle service meets the objective
	Metastable bool            // at Within, a long enough queue never empties again
	Source     string          // of Within: "M/M/c", "M/D/c" or "simulated"
}

// Tolerance is the share of the maximum that the knee may lack.
const Tolerance = 0.03

// Effort is how long simulations are.
type Effort struct {
	Requests int    // of one run; 0: 100,000
	Runs     int    // independent ones; 0: 8
	Seed     uint64 // of the first
}

func (e Effort) complete() Effort {
	if e.Requests <= 0 {
		e.Requests = 100_000
	}
	if e.Runs <= 1 {
		e.Runs = 8
	}
	return e
}

// Of is the truth about a service and an objective.
func Of(spec simulate.Spec, objective Objective, effort Effort) Truth {
	s := service{settled(spec), effort.complete()}
	if spec.Drift != 0 || spec.ScaleAt > 0 {
		return Truth{}
	}
	most, at := s.most()
	truth := Truth{Steady: true, Bound: bound(spec, most.Value), Most: most, Knee: s.knee(most.Value, at)}
	if objective == (Objective{}) {
		return truth
	}
	truth.Within, truth.Source = s.within(objective, most.Value)
	truth.Infeasible = truth.Within.Value == 0
	truth.Metastable = crowds(spec) && s.floor() < truth.Within.Value
	return truth
}

// Throughput is the long-run goodput with n in flight, per second.
func Throughput(spec simulate.Spec, n int, effort Effort) record.Estimate {
	return service{settled(spec), effort.complete()}.closed(n)
}

// service is a spec to be asked for its long run.
type service struct {
	simulate.Spec
	effort Effort
}

// settled is the service when it is warm, before a generator without end.
func settled(spec simulate.Spec) simulate.Spec {
	spec.Warm, spec.Generator = 1, 0
	return spec
}

// floor is the throughput of a service that crowds when it is full.
func (s service) floor() float64 {
	if s.Queue == simulate.Unbounded {
		return 0
	}
	return law(s.Spec, s.Servers+s.Queue)
}

// bound says what stops a sweep that could find at most so much.
func bound(spec simulate.Spec, most float64) Bound {
	switch {
	case spec.Generator > 0 && spec.Generator < most:
		return Generator
	case spec.Limit > 0 && policy(spec) < capacity(spec):
		return Policy
	}
	return Capacity
}
