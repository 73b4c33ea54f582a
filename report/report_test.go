package report_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"loadline/attack/record"
	"loadline/report"
	"loadline/report/reporttest"
)

func TestBadgeNamesTheWorstReason(t *testing.T) {
	limited := "cpu"
	for _, c := range []struct {
		name   string
		change func(*record.Run)
		level  report.Level
		reason string
	}{
		{"as it is", func(*record.Run) {}, report.Valid, "nothing casts doubt on 26 steps"},
		{"cut short", func(r *record.Run) { r.Complete = false }, report.Suspect, "cut short"},
		{"a warning", func(r *record.Run) {
			r.Findings = []record.Finding{{Severity: record.Warn, Text: "It drifts."}}
		}, report.Suspect, "It drifts"},
		{"a failure before a warning", func(r *record.Run) {
			r.Findings = []record.Finding{{Severity: record.Warn, Text: "It drifts."}, {Severity: record.Fail, Text: "No rate keeps the objective."}}
		}, report.Invalid, "No rate keeps the objective"},
		{"lower bound", func(r *record.Run) { r.Capacity.Outcome = record.LowerBound }, report.Suspect, "not reached"},
		{"unsteady", func(r *record.Run) { r.Capacity.Outcome = record.Unsteady }, report.Invalid, "never became steady"},
		{"generator", func(r *record.Run) { r.Capacity.Outcome = record.GeneratorLimited }, report.Invalid, "generator"},
		{"one spoiled step", func(r *record.Run) { r.Steps[3].Generator.Limited = &limited }, report.Valid, "nothing casts doubt on 25 of 26 steps"},
		{"many spoiled steps", func(r *record.Run) {
			for i := range 8 {
				r.Steps[i].Generator.Limited = &limited
			}
		}, report.Suspect, "spoiled 8 of 26 steps"},
		{"all spoiled", func(r *record.Run) {
			for i := range r.Steps {
				r.Steps[i].Generator.Limited = &limited
			}
		}, report.Invalid, "every step"},
		{"dropped", func(r *record.Run) { r.Steps[14].Dropped, r.Steps[14].Scheduled = 500, 500 }, report.Suspect, "never sent"},
		{"dropped in overload", func(r *record.Run) { r.Steps[23].Dropped, r.Steps[23].Scheduled = 500, 500 }, report.Valid, "nothing"},
	} {
		run := *reporttest.Sweep()
		capacity := *run.Capacity
		run.Capacity = &capacity
		c.change(&run)
		badge := report.New(&run).Badge
		if badge.Level != c.level || !strings.Contains(badge.Reason(), c.reason) {
			t.Errorf("%s: %s (%s), want %s (… %s …)", c.name, badge.Level, badge.Reason(), c.level, c.reason)
		}
	}
}

// Strings of a report reach terminals and pages: none may act there.
func TestTextsArePrintable(t *testing.T) {
	rep := report.New(reporttest.Hostile())
	rep.Embedded = nil // JSON escapes what acts
	text, err := json.Marshal(rep)
	if err != nil {
		t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	walk(all, func(s string) {
		if i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("%q holds %q", s, s[i:])
		}
	})
}

func walk(v any, visit func(string)) {
	switch v := v.(type) {
	case string:
		visit(v)
	case []any:
		for _, e := range v {
			walk(e, visit)
		}
	case map[string]any:
		for _, e := range v {
			walk(e, visit)
		}
	}
}

func TestEveryReportIsStrictJSONAndTheSameAgain(t *testing.T) {
	for name, run := range reporttest.Runs() {
		first, err := json.Marshal(report.New(run)) // fails on NaN and Inf
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if second, _ := json.Marshal(report.New(run)); !bytes.Equal(first, second) {
			t.Errorf("%s: two reports on one run differ", name)
		}
	}
}

func TestRunIsNotChanged(t *testing.T) {
	run, same := reporttest.Hostile(), reporttest.Hostile()
	report.New(run)
	if diff := cmp.Diff(same, run); diff != "" {
		t.Error(diff)
	}
}

// What a report embeds is the whole result, while it is of ordinary size.
func TestOrdinaryResultIsEmbeddedWhole(t *testing.T) {
	run := reporttest.OneStep()
	var again record.Run
	if err := json.Unmarshal(report.New(run).Embedded, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run, &again); diff != "" {
		t.Error(diff)
	}
}

// A long run is thinned and merged, and no request is lost by it.
func TestLongRunKeepsItsSamples(t *testing.T) {
	run := reporttest.Long()
	run.Steps = run.Steps[:150]
	var again record.Run
	if err := json.Unmarshal(report.New(run).Embedded, &again); err != nil {
		t.Fatal(err)
	}
	for i := range again.Steps {
		if got, want := samples(again.Steps[i]), samples(run.Steps[i]); got != want {
			t.Errorf("step %d has %d samples, had %d", i+1, got, want)
		}
	}
}

func samples(s record.Step) (n int64) {
	for _, b := range s.Distribution {
		n += b.Count
	}
	return n
}

func TestPathGoesThroughTheMiddleOfRepeats(t *testing.T) {
	l := report.Line{Points: []report.Point{
		{X: 101, Y: 4, Low: 3, High: 5, Level: 100}, {X: 99, Y: 2, Low: 1, High: 3, Level: 100},
		{X: 200, Y: 8, Level: 200}, {X: 50, Y: 900, Level: 50, Doubtful: true},
	}}
	want := []report.Point{{X: 100, Y: 3, Low: 2, High: 4, Level: 100}, {X: 200, Y: 8, Level: 200}}
	if diff := cmp.Diff(want, l.Path()); diff != "" {
		t.Error(diff)
	}
}

// A distribution shows no quantile that so few samples cannot have shown.
func TestQuantilesEndWhereTheSamplesDo(t *testing.T) {
	for name, run := range reporttest.Runs() {
		chart := report.New(run).Chart(report.QuantileChart)
		if chart == nil || name == "extreme" {
			continue
		}
		for _, l := range chart.Lines {
			for _, p := range l.Points {
				if n := samples(run.Steps[p.Step-1]); p.X > float64(n) && len(run.Steps) <= 200 {
					t.Errorf("%s: quantile 1-1/%v of %d samples", name, p.X, n)
				}
			}
		}
	}
}

func TestQueueThatGrowsIsSeen(t *testing.T) {
	run := reporttest.Sweep()
	got := map[string]string{}
	for _, s := range report.New(run).Strips {
		got[s.Load] = s.Verdict
	}
	for load, want := range map[string]string{"100/s": "steady", "8 in flight": "steady", "300/s": "queue growing", "400/s": "queue growing"} {
		if got[load] != want {
			t.Errorf("at %s: %q, want %q", load, got[load], want)
		}
	}
}

func TestOneStepSaysWhetherTheObjectiveHeld(t *testing.T) {
	run := reporttest.OneStep()
	for slo, want := range map[string]string{
		"p50<1s":         "p50<1s held",
		"p50<1ms":        "p50<1ms broke at 100/s (37.9ms)",
		"p999<70ms":      "Whether p999<70ms holds is not known: from 170 requests it cannot be told, it takes about 3,712 (36s of that load)",
		"nonsense of it": "",
	} {
		run.Settings.SLO = &slo
		rep := report.New(run)
		if got := strings.Join(rep.Headline, " "); !strings.Contains(got, want) {
			t.Errorf("with %s: %q does not say %q", slo, got, want)
		}
		if unclear := strings.HasPrefix(want, "Whether"); unclear != (rep.Badge.Level == report.Suspect) {
			t.Errorf("with %s the report is %s: %s", slo, rep.Badge.Level, rep.Badge.Reason())
		}
	}
}

// Where the generator was the limit more requests would tell no more.
func TestGeneratorIsWhyAnObjectiveIsNotKnown(t *testing.T) {
	run, objective, cause := reporttest.OneStep(), "p50<1s,errors<1%", "connections"
	run.Settings.SLO, run.Steps[0].Generator.Limited = &objective, &cause
	want := "Whether p50<1s and errors<1% hold is not known: the generator was the limit."
	if got := strings.Join(report.New(run).Headline, " "); !strings.Contains(got, want) {
		t.Errorf("%q does not say %q", got, want)
	}
}

// A clause can be broken by so few requests that its quantile has no value.
func TestBrokenWithoutAQuantile(t *testing.T) {
	run, objective := reporttest.OneStep(), "p99<1ms"
	run.Settings.SLO = &objective
	run.Steps[0].Response.OK.P99 = nil
	want := "p99<1ms broke at 100/s (100% took longer)."
	if got := strings.Join(report.New(run).Headline, " "); !strings.Contains(got, want) {
		t.Errorf("%q does not say %q", got, want)
	}
}

func TestNumbersThatAreNoneAreLeftOut(t *testing.T) {
	run := reporttest.OneStep()
	nan, inf := math.NaN(), math.Inf(1)
	s := &run.Steps[0]
	s.SentRate, s.Throughput, s.Offered = &nan, &inf, &nan
	s.Goodput = &record.Estimate{Value: 1, Low: math.Inf(-1), High: inf}
	s.Response.OK.P99 = record.SpanOf(-time.Second)
	for _, c := range report.New(run).Charts {
		for _, l := range c.Lines {
			for _, p := range l.Points {
				if p.Y < 0 || p.X < 0 || math.IsNaN(p.X+p.Y) || math.IsInf(p.X+p.Y, 0) {
					t.Errorf("%s: %s has a point %v, %v", c.ID, l.Name, p.X, p.Y)
				}
			}
		}
	}
}
