package analyze_test

import (
	"strings"
	"testing"

	"loadline/analyze"
	"loadline/attack/record"
)

// What helps a generator that was the limit depends on what it lacked.
func TestRemedyFollowsTheCause(t *testing.T) {
	for cause, want := range map[string]string{
		"connections": "--connections", "streams": "--connections", "descriptors": "ulimit -n", "ports": "local ports",
		"steal": "hypervisor", "stalled": "stood still", "gc": "garbage", "cpu": "more cores", "lag": "more cores",
	} {
		run := attack(record.ClosedLoad(20), record.Counts{OK: 200})
		run.Steps[0].Goodput = &record.Estimate{Value: 200, Low: 190, High: 210, Confidence: 0.95}
		run.Steps[0].Generator.Limited = &cause
		text := ""
		for _, f := range analyze.Conclude(run).Findings {
			if f.Kind == analyze.Generator {
				text = f.Text
			}
		}
		if !strings.Contains(text, want) || strings.Contains(text, "more cores, or a machine") != (cause == "cpu" || cause == "lag") {
			t.Errorf("%s: %q, want %q in it", cause, text, want)
		}
	}
}
