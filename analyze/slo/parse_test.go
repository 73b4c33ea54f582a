package slo_test

import (
	"errors"
	"flag"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/analyze/slo"
	"loadline/attack/record"
)

// Properties are tried on the same examples every time, unless -rapid.seed says otherwise.
func init() { _ = flag.Set("rapid.seed", "1") }

func parsed(t testing.TB, text string) slo.SLO {
	t.Helper()
	s, err := slo.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParse(t *testing.T) {
	for text, want := range map[string]slo.SLO{
		"p99<250ms":                {{Name: "p99", Limit: 250 * time.Millisecond, Share: 0.01}},
		"p99<250ms,errors<1%":      {{Name: "p99", Limit: 250 * time.Millisecond, Share: 0.01}, {Name: slo.Errors, Share: 0.01}},
		" P99.9 <= 1s , Mean<20us": {{Name: "p999", Limit: time.Second, Share: 0.001}, {Name: slo.Mean, Limit: 20 * time.Microsecond}},
		"p50<1ms,p90<2ms,p95<1m":   {{Name: "p50", Limit: time.Millisecond, Share: 0.5}, {Name: "p90", Limit: 2 * time.Millisecond, Share: 0.1}, {Name: "p95", Limit: time.Minute, Share: 0.05}},
		"max<1.5s":                 {{Name: "max", Limit: 1500 * time.Millisecond}},
		"shed<0.05,errors<100%":    {{Name: slo.Shed, Share: 0.05}, {Name: slo.Errors, Share: 1}},
		"errors < 0.25 %":          {{Name: slo.Errors, Share: 0.0025}},
	} {
		if got := parsed(t, text); !slices.Equal(got, want) {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
}

// Each error is an *Error that names the clause and what is wrong in it, and
// shows a right one.
func TestParseNamesTheFault(t *testing.T) {
	for text, want := range map[string]struct{ clause, reason string }{
		"":                       {"", "NAME<VALUE"},
		"p99":                    {"p99", "NAME<VALUE"},
		"p99>250ms":              {"p99>250ms", "NAME<VALUE"},
		"p99<250ms,":             {"", "NAME<VALUE"},
		"p99<1s,,errors<1%":      {"", "NAME<VALUE"},
		"p98<250ms":              {"p98<250ms", `"p98" is none of`},
		"<250ms":                 {"<250ms", `"" is none of`},
		"latency<1s":             {"latency<1s", `"latency" is none of`},
		"p99<":                   {"p99<", `"" is not a duration`},
		"p99<250":                {"p99<250", `"250" is not a duration`},
		"errors<1%,p99<1 %":      {"p99<1 %", `"1 %" is not a duration`},
		"p99<<1s":                {"p99<<1s", `"<1s" is not a duration`},
		"p99<99999999h":          {"p99<99999999h", `"99999999h" is not a duration`},
		"p99<0s":                 {"p99<0s", `"0s" is not above 0`},
		"mean<-5ms":              {"mean<-5ms", `"-5ms" is not above 0`},
		"errors<":                {"errors<", `"" is not a share`},
		"errors<%":               {"errors<%", `"%" is not a share`},
		"errors<one":             {"errors<one", `"one" is not a share`},
		"shed<1%%":               {"shed<1%%", `"1%%" is not a share`},
		"errors<250ms":           {"errors<250ms", `"250ms" is not a share`},
		"errors<NaN":             {"errors<NaN", `"NaN" is not a share`},
		"errors<1e999":           {"errors<1e999", `"1e999" is not a share`},
		"errors<inf":             {"errors<inf", `"inf" is not above 0% and up to 100%`},
		"errors<0%":              {"errors<0%", `"0%" is not above 0%`},
		"errors<-1%":             {"errors<-1%", `"-1%" is not above 0%`},
		"errors<101%":            {"errors<101%", `"101%" is not above 0% and up to 100%`},
		"shed<5":                 {"shed<5", `"5" may be a percentage or a share: write 5% or a share below 1`},
		"errors<1":               {"errors<1", `"1" may be a percentage or a share: write 1% or a share below 1`},
		"p99<1s,p99<2s":          {"p99<2s", "p99 is given twice"},
		"p999<1s,P99.9<2s":       {"P99.9<2s", "p999 is given twice"},
		"errors<1%, errors<0.02": {"errors<0.02", "errors is given twice"},
	} {
		got, err := slo.Parse(text)
		if err == nil {
			t.Errorf("%q is %v, want an error", text, got)
			continue
		}
		fault, ok := errors.AsType[*slo.Error](err)
		if !ok || got != nil {
			t.Errorf("%q: %v of type %T, and %v", text, err, err, got)
			continue
		}
		if strings.TrimSpace(fault.Clause) != want.clause || !strings.Contains(fault.Reason, want.reason) {
			t.Errorf("%q: %+v, want the clause %q and %s", text, *fault, want.clause, want.reason)
		}
		if !strings.Contains(err.Error(), strconv.Quote(fault.Clause)) || !strings.Contains(err.Error(), fault.Reason) || !strings.Contains(err.Error(), "p99<250ms,errors<1%") {
			t.Errorf("%q: %v does not name the clause, the reason and an example", text, err)
		}
	}
}

func TestStringIsCanonical(t *testing.T) {
	for text, want := range map[string]string{
		" P99.9 <= 1000ms ":    "p999<1s",
		"p99<60s":              "p99<1m",
		"p99<120m,mean<90s":    "p99<2h,mean<1m30s",
		"errors<0.07":          "errors<7%",
		"errors<.1%,shed<100%": "errors<0.1%,shed<100%",
		"max<0.25s":            "max<250ms",
	} {
		if got := parsed(t, text).String(); got != want {
			t.Errorf("%q prints as %q, want %q", text, got, want)
		}
	}
}

// What prints reads back the same: durations exactly, shares to twelve digits.
func TestStringReadsBack(t *testing.T) {
	names := []string{"p50", "p90", "p95", "p99", "p999", "max", slo.Mean, slo.Errors, slo.Shed}
	rapid.Check(t, func(r *rapid.T) {
		var clauses []string
		for _, name := range rapid.Permutation(names).Draw(r, "names")[:rapid.IntRange(1, len(names)).Draw(r, "clauses")] {
			value := time.Duration(rapid.Int64Range(1, math.MaxInt64).Draw(r, "limit")).String()
			if name == slo.Errors || name == slo.Shed {
				value = strconv.FormatFloat(rapid.Float64Range(1e-7, 100).Draw(r, "share"), 'g', -1, 64) + "%"
			}
			clauses = append(clauses, name+"<"+value)
		}
		same(r, parsed2(r, strings.Join(clauses, ",")))
	})
}

func parsed2(r *rapid.T, text string) slo.SLO {
	s, err := slo.Parse(text)
	if err != nil {
		r.Fatalf("%q: %v", text, err)
	}
	return s
}

// same holds an objective to what it prints.
func same(t interface{ Fatalf(string, ...any) }, s slo.SLO) {
	text := s.String()
	again, err := slo.Parse(text)
	if err != nil || len(again) != len(s) {
		t.Fatalf("%+v prints as %q, which reads as %+v, %v", s, text, again, err)
	}
	for i, c := range again {
		if c.Name != s[i].Name || c.Limit != s[i].Limit || math.Abs(c.Share-s[i].Share) > 1e-11*s[i].Share+1e-300 {
			t.Fatalf("%+v prints as %q, which reads as %+v", s[i], text, c)
		}
	}
	if twice := again.String(); twice != text {
		t.Fatalf("%q reads back as %q", text, twice)
	}
}

// FuzzParse holds Parse to its word: what it takes is in range, has no name
// twice and reads back; what it refuses it says why.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"p99<250ms,errors<1%", "P99.9 <= 1s", "max<1ns,shed<1e-9%", "errors<0x1p-3", "p99<", ",", "mean<1h30m", "errors<5e-324"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := slo.Parse(text)
		if err != nil {
			if fault, ok := errors.AsType[*slo.Error](err); !ok || fault.Reason == "" || !strings.Contains(text, fault.Clause) || s != nil {
				t.Fatalf("%q: %v and %v", text, err, s)
			}
			return
		}
		seen := map[string]bool{}
		for _, c := range s {
			if seen[c.Name] || c.Limit < 0 || c.Share < 0 || c.Share > 1 || c.Allowed() <= 0 || c.Allowed() > 1 {
				t.Fatalf("%q holds %+v", text, c)
			}
			if c.Timed() == (c.Name == slo.Errors || c.Name == slo.Shed) {
				t.Fatalf("%q: %+v is timed: %v", text, c, c.Timed())
			}
			seen[c.Name] = true
		}
		if len(s) != 1+strings.Count(text, ",") {
			t.Fatalf("%q has %d clauses", text, len(s))
		}
		same(t, s)
	})
}

// A dot belongs into p99.9 and into no other name.
func TestDotsInNames(t *testing.T) {
	objective, err := slo.Parse("p99.9<1s")
	if err != nil || objective[0].Name != "p999" {
		t.Errorf("p99.9 reads as %v (%v), want p999", objective, err)
	}
	for _, text := range []string{"p9.9<1s", "p.99<1s", "er.rors<1%"} {
		if got, err := slo.Parse(text); err == nil {
			t.Errorf("%s reads as %v, want an error", text, got)
		}
	}
}

// So many clean requests are just enough to say that a clause holds.
func TestNeedsIsEnough(t *testing.T) {
	objective, err := slo.Parse("errors<1%")
	if err != nil {
		t.Fatal(err)
	}
	clean := func(n int) slo.Holds {
		return objective.Met(&record.Step{Sent: int64(n), Counts: record.Counts{OK: int64(n)}})
	}
	needs := objective.Judge(&record.Step{Sent: 10, Counts: record.Counts{OK: 10}})[0].Needs
	if clean(needs) != slo.Yes || clean(needs-1) == slo.Yes {
		t.Errorf("%d clean requests: %v, one fewer: %v; want that only the former suffices", needs, clean(needs), clean(needs-1))
	}
}
