package analyze_test

import (
	"testing"
	"time"

	"loadline/analyze"
	"loadline/attack/record"
)

// A lag is told as tables tell times, however long it is.
func TestLagIsTold(t *testing.T) {
	for lag, want := range map[time.Duration]string{
		2127300 * time.Microsecond: "at 100/s the p99 of the lag was 2.13s",
		1384200 * time.Nanosecond:  "at 100/s the p99 of the lag was 1.38ms",
	} {
		run := attack(record.OpenLoad(100, record.Poisson), record.Counts{OK: 100})
		run.Steps[0].Lag = &record.Lag{P99: record.SpanOf(lag)}
		text := ""
		for _, f := range analyze.Conclude(run).Findings {
			if f.Kind == analyze.Lagging {
				text = f.Evidence
			}
		}
		if text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
}
