package cmd

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// A single load on a terminal has a line that is rewritten in place and says
// how long is left, what was sent, the goodput, and what is in flight.
func TestLiveLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		plan := &single{trial: record.Trial{Phase: record.Attack, Load: record.OpenLoad(50, record.Poisson), Duration: 12 * time.Second}}
		live := func() tally.Live { return tally.Live{Sent: 2100, InFlight: 2, Counts: record.Counts{OK: 160}} }
		p := &progress{w: &out, live: live, left: left(plan), width: 100}
		p.begin(plan.trial)
		time.Sleep(4*time.Second + refresh/2)
		p.end(&record.Step{Phase: record.Attack, Load: plan.trial.Load, Duration: record.Span(plan.trial.Duration)}, nil)
		lines := strings.Split(out.String(), "\r\x1b[K")
		want := "attack     50/s  (at most 8s left)  sent 2,100, goodput 40/s, in flight 2"
		if n := len(lines); n != 18 || lines[n-2] != want {
			t.Errorf("%d lines, the last %q, want %q", n, lines[n-2], want)
		}
		if last := lines[len(lines)-1]; strings.Contains(last, "left") || !strings.HasSuffix(last, "\n") {
			t.Errorf("the step is shown as %q", last)
		}
	})
}
