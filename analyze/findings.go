package analyze

import "loadline/attack/record"

// findings are what the run shows, worst first.
func (e *evidence) findings() []record.Finding {
	out := []record.Finding{}
	add := func(kind string, severity record.Severity, text, evidence string) {
		out = append(out, record.Finding{Kind: kind, Severity: severity, Text: text, Evidence: evidence})
	}
	switch e.outcome {
	case record.None:
		if !succeeded(e.steps) {
			add("nothing-succeeded", record.Fail, "Nothing succeeded: "+cause(e.steps)+".", exampleOf(e.steps))
		}
	case record.RateLimited:
		add("rate-limited", record.Fail, "A rate limit was met, not the service's capacity.", e.policy())
	case record.GeneratorLimited:
		add("generator-limited", record.Fail, "The load generator was the limit, not the service.", e.generatorLimited())
	case record.Unsteady:
		add(e.steady.verdict(), record.Fail, "The service was not the same throughout.", e.steady.evidence())
	case record.LowerBound:
		add("lower-bound", record.Warn, "The maximum lies beyond what was tried.", e.bounded())
	}
	if e.arrivals != nil && e.outcome == record.Found {
		add("by-littles-law", record.Info, "What is in flight at the maximum was computed, not measured.",
			"no step kept a fixed number in flight: it is the maximum times the response time at the highest rate clearly below it; --concurrencies measures it")
	}
	if why := e.infeasible(); why != "" {
		add("infeasible", record.Fail, "No rate keeps the objective.", why)
	}
	return out
}
