package report_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"loadline/analyze"
	"loadline/attack/record"
	"loadline/report"
	"loadline/report/reporttest"
)

func head(run *record.Run) string { return strings.Join(report.New(run).Headline, " ") }

// What was never sent is told before what became of the rest.
func TestUnsentIsTold(t *testing.T) {
	run := &record.Run{Complete: true, Steps: []record.Step{{
		Phase: record.Attack, Load: record.OpenLoad(100_000, record.Poisson),
		Scheduled: 200_172, Sent: 50, Dropped: 200_122, Counts: record.Counts{OK: 50},
	}}}
	if got := head(run); !strings.Contains(got, "200,122 of 200,172 scheduled requests were never sent (>99.9%); 100% of the other 50 succeeded") {
		t.Error(got)
	}
}

// Where no rate keeps the objective, that comes first, and there is no advice.
func TestInfeasibleComesFirst(t *testing.T) {
	run := *reporttest.Sweep()
	objective := "p99<20ms"
	run.Settings.SLO = &objective
	run.Findings = []record.Finding{{Kind: analyze.Infeasible, Severity: record.Fail, Text: "No rate keeps it."}}
	rep := report.New(&run)
	if !strings.HasPrefix(rep.Headline[0], "No rate keeps the objective p99<20ms") {
		t.Errorf("first is said: %s", rep.Headline[0])
	}
	text := strings.Join(append(rep.Headline, rep.Because...), " ")
	if strings.Contains(text, "Plan for") || strings.Contains(text, "allow at most") || len(rep.Because) > 0 {
		t.Errorf("there is advice: %s", text)
	}
	if !strings.Contains(text, "the service carries at most") {
		t.Errorf("what it carries is not told: %s", text)
	}
	if !slices.ContainsFunc(rep.Missing, func(m string) bool { return strings.Contains(m, "No limit is recommended") }) {
		t.Errorf("missing: %q", rep.Missing)
	}
}

// A budget that was too short is not a service that answers nothing.
func TestShortBudgetIsTold(t *testing.T) {
	p50 := record.SpanOf(400 * time.Millisecond)
	run := &record.Run{
		Complete: true, Capacity: &record.Capacity{Outcome: record.None},
		Settings: record.Settings{Budget: record.SpanOf(time.Second)},
		Steps: []record.Step{{
			Phase: record.Preflight, Load: record.ClosedLoad(1), Scheduled: 3, Sent: 3, Counts: record.Counts{OK: 3},
			Service: record.Latencies{OK: &record.Quantiles{Count: 3, P50: p50}},
		}},
	}
	got := head(run)
	if !strings.Contains(got, "too little was measured") || !strings.Contains(got, "The budget of 1s was too short: give it about 2m8s") {
		t.Error(got)
	}
	if badge := report.New(run).Badge; strings.Contains(badge.Reason(), "nothing succeeded") {
		t.Error(badge)
	}
}

// A staircase that begins too high is told to begin lower.
func TestTooHighAStaircaseIsTold(t *testing.T) {
	run := &record.Run{
		Complete: true, Capacity: &record.Capacity{Outcome: record.None}, Settings: record.Settings{Rates: []float64{400, 300}},
		Steps: []record.Step{{
			Phase: record.Staircase, Load: record.OpenLoad(300, record.Poisson), Scheduled: 3, Sent: 3, Counts: record.Counts{OK: 3},
		}},
	}
	if got := head(run); !strings.Contains(got, "even the lowest rate, 300/s") || !strings.Contains(got, "Offer lower rates too") {
		t.Error(got)
	}
}

// Why there is no capacity is told, though some requests succeeded.
func TestCauseIsTold(t *testing.T) {
	run := *reporttest.Sweep()
	run.Capacity, run.Recommendation = &record.Capacity{Outcome: record.None}, nil
	run.Findings = []record.Finding{{Kind: "gone", Severity: record.Fail, Text: "The service went away."}}
	if got := head(&run); !strings.HasPrefix(got, "No capacity. The service went away.") {
		t.Error(got)
	}
}

// What was under way when the run was stopped did not fail.
func TestUnderWayIsTold(t *testing.T) {
	for want, ok := range map[string]int64{
		"At 2/s no request ended; 4 were under way when the run was stopped.":              0,
		"At 2/s, 100% of 9 requests succeeded; 4 were under way when the run was stopped.": 9,
	} {
		run := &record.Run{Steps: []record.Step{{
			Phase: record.Attack, Load: record.OpenLoad(2, record.Poisson), Stopped: "interrupted",
			Scheduled: ok + 4, Sent: ok + 4, Counts: record.Counts{OK: ok, Error: 4},
			Errors: []record.ErrorClass{{Class: record.Interrupted, Count: 4, Example: "abandoned"}},
		}}}
		rep := report.New(run)
		if got := rep.Headline[0]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		failed := slices.IndexFunc(rep.Steps.Columns, func(c report.Column) bool { return c.Head == "failed" })
		if failed >= 0 && ok > 0 && rep.Steps.Rows[0][failed] != "0%" {
			t.Errorf("the table says that %s failed", rep.Steps.Rows[0][failed])
		}
	}
}
