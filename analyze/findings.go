package analyze

import (
	"fmt"

	"loadline/attack/record"
)

// The kinds of findings.
const (
	Confirmed        = "confirmed"         // the rate that is reported was held once more
	Unresolved       = "unresolved"        // the objective's rate is not known well, or did not hold
	Drifting         = "drifting"          // the capacity changed steadily
	Noisy            = "noisy"             // the capacity changed now and then
	NoSteadyState    = "no-steady-state"   // the capacity changed so much that there is no such number
	Metastable       = "metastable"        // once tipped over, the service does not come back by itself
	RateLimit        = "rate-limited"      // a policy, not the capacity
	Generator        = "generator-limited" // the measuring side was the limit
	Infeasible       = "infeasible"        // no rate keeps the objective
	TooFewSamples    = "too-few-samples"   // too few requests for what the objective asks
	LowerBound       = "lower-bound"       // the maximum lies beyond what was tried
	NothingSucceeded = "nothing-succeeded" // no request did
	ByLittlesLaw     = "by-littles-law"    // the in-flight was computed, not measured
	Interrupted      = "interrupted"       // the run ended before its time
	LittlesLaw       = "littles-law"       // the generator's accounts do not add up
	Lagging          = "lagging"           // requests were sent late
	Redirected       = "redirected"        // answers that lead elsewhere counted as a success
	Refusals         = "refusals"          // the limit refuses some of the planned rate
)

// findings are what the run shows, worst first.
func (e *evidence) findings() []record.Finding {
	out := []record.Finding{}
	for _, look := range []func() *record.Finding{
		e.outcomeFinding, e.infeasibleFinding, e.tippedFinding, e.accounts, e.redirected, e.lateness,
		e.samples, e.vagueKnee, e.confirmation, e.fragile, e.computed, e.interrupted,
	} {
		if f := look(); f != nil {
			out = append(out, *f)
		}
	}
	return out
}

func finding(kind string, severity record.Severity, text, evidence string) *record.Finding {
	return &record.Finding{Kind: kind, Severity: severity, Text: text, Evidence: evidence}
}

// outcomeFinding says why there is no more than the outcome.
func (e *evidence) outcomeFinding() *record.Finding {
	switch e.outcome {
	case record.None:
		switch {
		case cutOff(e.steps):
			return nil // the interruption is a finding of its own
		case succeeded(e.steps):
			return e.tooSlow()
		}
		return finding(NothingSucceeded, record.Fail, "Nothing succeeded: "+cause(e.steps)+".", exampleOf(e.steps))
	case record.RateLimited:
		return finding(RateLimit, record.Fail, "A rate limit was met, not the service's capacity. Measure from behind it, or as a caller that is exempt.", e.policy())
	case record.GeneratorLimited:
		why, cause := e.generatorLimit()
		return finding(Generator, record.Fail, "The load generator was the limit, not the service. "+remedy(cause), why)
	case record.Unsteady:
		return e.unsteady()
	case record.LowerBound:
		return finding(LowerBound, record.Warn, "The maximum lies beyond what was tried.", e.bounded())
	}
	return nil
}

// tooSlow says that there was no time to find a capacity; nil where none was
// looked for or nothing was sent.
func (e *evidence) tooSlow() *record.Finding {
	if !e.sought() || len(e.steps) == 0 {
		return nil
	}
	if e.steps[0].Phase == record.Staircase && e.steps[0].Load.Model == record.Open {
		return finding(TooFewSamples, record.Warn, "No rate was kept up with, so that no capacity can be told. Offer lower rates.", e.steps[0].Load.String())
	}
	why := fmt.Sprintf("%d steps, none of which counted", len(e.steps))
	if alone := lone(e.steps); alone > 0 {
		why = "one request alone takes " + short(alone)
	}
	return finding(TooFewSamples, record.Warn, "Too little was measured to find a capacity. Give it a longer budget.", why)
}

func (e *evidence) unsteady() *record.Finding {
	text := map[string]string{
		Drifting:      "The service's capacity changed while it was measured: no number holds for long. Measure again when it has settled.",
		Noisy:         "The service's capacity changed now and then, as beside a busy neighbour: measure on a quieter machine, or for longer.",
		NoSteadyState: "The service did not come to a steady state: it warmed up, scaled or wore out for the whole run. Give it a longer budget.",
	}
	kind := e.steady.verdict()
	return finding(kind, record.Fail, text[kind], e.steady.evidence())
}

func (e *evidence) infeasibleFinding() *record.Finding {
	if why := e.infeasible(); why != "" {
		return finding(Infeasible, record.Fail, "No rate keeps the objective: the service breaks it even with next to no load.", why)
	}
	return nil
}

// computed says that the in-flight of a staircase of rates was not measured.
func (e *evidence) computed() *record.Finding {
	if e.arrivals == nil || e.outcome != record.Found {
		return nil
	}
	return finding(ByLittlesLaw, record.Info, "What is in flight at the maximum was computed, not measured.",
		"no step kept a fixed number in flight: it is the maximum times the response time at the highest rate clearly below it; --concurrencies measures it")
}

func (e *evidence) interrupted() *record.Finding {
	if e.run.Complete {
		return nil
	}
	return finding(Interrupted, record.Warn, "The run ended before its time: only what it had established is reported.",
		measured(e.steps))
}

// measured says how much was, and what the end of the run cut off.
func measured(steps []record.Step) string {
	text, abandoned := fmt.Sprintf("%d steps were measured", len(steps)), int64(0)
	if len(steps) == 1 {
		text = "1 step was measured"
	}
	for i := range steps {
		abandoned += steps[i].Abandoned()
	}
	if abandoned > 0 {
		text += fmt.Sprintf("; requests under way when the run was stopped: %d", abandoned)
	}
	return text
}
