package analyze

import (
	"loadline/analyze/knee"
	"loadline/analyze/slo"
	"loadline/attack/record"
)

// Conclusion is what a run shows.
type Conclusion struct {
	Capacity       *record.Capacity // nil where the run never looked for it
	Recommendation *record.Recommendation
	Findings       []record.Finding
}

// Rate is the rate that the conclusion stands for, to be confirmed: the
// capacity under the objective, else the recommended rate; 0 where there is none.
func (c Conclusion) Rate() float64 {
	if c.Capacity != nil && c.Capacity.SLOCapacity != nil {
		return c.Capacity.SLOCapacity.Value
	}
	if c.Recommendation != nil && c.Recommendation.Rate != nil {
		return *c.Recommendation.Rate
	}
	return 0
}

// Conclude draws the conclusions from the steps and settings of a run, and
// from nothing else: any run, whole or interrupted, swept or single.
func Conclude(run *record.Run) Conclusion {
	e := gather(run)
	out := Conclusion{Findings: e.findings()}
	if !e.sought() {
		return out
	}
	out.Capacity = e.capacity()
	out.Recommendation = e.recommendation(out.Capacity)
	if f := e.refusals(out.Recommendation); f != nil {
		out.Findings = append(out.Findings, *f)
	}
	return out
}

// Foreign says that something else than the service limits: a rate limiter, or
// the generator once the levels around the knee have been tried.
func Foreign(run *record.Run) bool {
	e := &evidence{run: run, steps: run.Steps}
	if e.policy() != "" {
		return true
	}
	refined := 0
	for i := range run.Steps {
		if run.Steps[i].Phase == record.Refine {
			refined++
		}
	}
	if refined < enough {
		return false
	}
	e.curve = Curve(run.Steps)
	return e.generatorLimited() != ""
}

// evidence is a run with the estimates that all conclusions share.
type evidence struct {
	run       *record.Run
	steps     []record.Step
	curve     *knee.Curve // nil where nothing succeeded in the closed model
	arrivals  *arrivals   // what open steps alone show; nil where there is a curve
	objective slo.SLO     // nil where there is none
	answer    *slo.Answer // nil where no open step tells
	steady    steadiness
	outcome   record.CapacityOutcome
}

func gather(run *record.Run) *evidence {
	e := &evidence{run: run, steps: run.Steps, curve: Curve(run.Steps)}
	if run.Settings.SLO != nil {
		e.objective, _ = slo.Parse(*run.Settings.SLO) // checked before anything was sent
	}
	if e.curve != nil && len(e.objective) > 0 {
		e.answer = e.objective.Capacity(e.steps, Service(e.steps, e.curve, run.Settings.Arrivals))
	}
	if e.curve == nil && e.sought() {
		e.arrivals = fromArrivals(e.steps)
	}
	e.steady = steadinessOf(e.steps, e.curve)
	e.outcome = e.judge()
	return e
}

// sought says whether the run looked for a capacity: a single attack did not.
func (e *evidence) sought() bool {
	for i := range e.steps {
		if e.steps[i].Phase != record.Attack {
			return true
		}
	}
	return len(e.steps) == 0
}

// judge is what kind of answer there is: the first doubt that applies.
func (e *evidence) judge() record.CapacityOutcome {
	switch {
	case e.policy() != "":
		return record.RateLimited
	case !succeeded(e.steps) && !ownFault(e.steps):
		return record.None
	case e.generatorLimited() != "":
		return record.GeneratorLimited
	case e.curve == nil:
		return e.arrivals.outcome()
	case e.steady.verdict() != "":
		return record.Unsteady
	case e.bounded() != "":
		return record.LowerBound
	}
	return record.Found
}

func (e *evidence) capacity() *record.Capacity {
	c := &record.Capacity{Outcome: e.outcome}
	if e.arrivals != nil {
		e.arrivals.fill(c, e)
		return c
	}
	if e.curve == nil || e.outcome == record.RateLimited || e.outcome == record.GeneratorLimited {
		return c
	}
	most := e.curve.Max
	c.MaxThroughput = &most
	bend := e.curve.Knee
	c.Knee = &bend
	c.InFlightAtMax = e.inFlight()
	c.InFlightAtService = e.atService(c.InFlightAtMax)
	if e.answer != nil && e.infeasible() == "" && e.outcome != record.Unsteady {
		c.SLOCapacity = &e.answer.Capacity
	}
	if e.outcome != record.LowerBound { // multiples of what is no maximum mean nothing
		c.Overload = behaviour(e.steps, e.curve.Max.Value)
	}
	return c
}
