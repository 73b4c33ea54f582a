package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"loadline/attack/record"
)

// show prints what our search did with one service, step by step. With STEPS
// set in the environment the steps go into that file as well.
func (j *jury) show(seed int, budget time.Duration) {
	for _, s := range j.services {
		if int(s.Seed) != seed {
			continue
		}
		a := ours(s, budget)
		fmt.Println(s.Kind, s.Spec, s.SLO, "truth", j.truths[s.key()])
		for i := range a.steps {
			showStep(&a.steps[i])
		}
		if c := a.conclusion.Capacity; c != nil {
			fmt.Printf("%s: maximum %v, in flight %v, for the objective %v\n", c.Outcome, text(c.MaxThroughput), text(c.InFlightAtMax), text(c.SLOCapacity))
		}
		fmt.Println("limit", a.limit)
		for _, f := range a.findings {
			fmt.Printf("%s %s: %s (%s)\n", f.Severity, f.Kind, f.Text, f.Evidence)
		}
		if path := os.Getenv("STEPS"); path != "" {
			out, _ := json.Marshal(a.steps)
			if err := os.WriteFile(path, out, 0o644); err != nil {
				fmt.Fprintln(os.Stderr, "write steps:", err)
			}
		}
	}
}

func text(e *record.Estimate) string {
	if e == nil {
		return "-"
	}
	return fmt.Sprintf("%.5g [%.5g %.5g]", e.Value, e.Low, e.High)
}

func showStep(s *record.Step) {
	p99, bad := "-", int64(0)
	if q := s.Response.OK; q != nil && q.P99 != nil {
		p99 = q.P99.String()
	}
	if s.Windows != nil {
		for _, n := range s.Windows.Bad {
			bad += n
		}
	}
	limited := ""
	if s.Limited() {
		limited = "limited by " + *s.Generator.Limited
	}
	fmt.Printf("%6.1f %-9s %-14s %5.2f of %5.2f s, good %-24s p99 %-12s bad %-6d %+v %s %s\n", s.Start.Seconds(), s.Phase, s.Load,
		s.Measured().Seconds(), s.Duration.Seconds(), text(s.Goodput), p99, bad, s.Counts, s.Stopped, limited)
}
