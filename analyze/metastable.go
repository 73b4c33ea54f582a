package analyze

import (
	"fmt"

	"loadline/attack/record"
)

// tippedFinding says that the service did not come back after the overload.
func (e *evidence) tippedFinding() *record.Finding {
	pings, from := 0, -1
	for i := range e.steps {
		switch e.steps[i].Phase {
		case record.Overload:
			from, pings = i, 0
		case record.Recovery:
			pings++
			if from >= 0 && Recovered(&e.steps[i], lone(e.steps)) {
				return nil
			}
		}
	}
	if from < 0 || pings < 3 {
		return nil
	}
	last := &e.steps[len(e.steps)-1]
	return finding(Metastable, record.Warn,
		"After the overload the service did not become itself again: it still works on requests that nobody waits for. A limit in flight prevents that.",
		fmt.Sprintf("%.0f s after the load had ended, a lone request still took more than %.1f times as long as before",
			(last.Start-e.steps[from].Start-e.steps[from].Duration).Seconds(), quick))
}

// fragile says that throughput falls with what is in flight, so that a crowd by
// chance can tip the service over at rates that it carries on average.
func (e *evidence) fragile() *record.Finding {
	if e.curve == nil || e.outcome != record.Found && e.outcome != record.LowerBound || e.tippedFinding() != nil {
		return nil
	}
	tips := Service(e.steps, e.curve, e.run.Settings.Arrivals).Tips
	mean := 0.0
	for _, t := range tips {
		mean += t.Rate * t.Probability
	}
	if mean <= 0 || mean > 0.97*e.curve.Max.Value {
		return nil
	}
	return finding(Metastable, record.Warn,
		"Throughput falls when more is in flight: without a limit, a crowd that comes by chance can tip the service over.",
		fmt.Sprintf("the maximum is %.4g/s, but beyond about %.3g/s of open arrivals it is expected to fall over within five minutes", e.curve.Max.Value, mean))
}
