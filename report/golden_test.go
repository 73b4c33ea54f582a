package report_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"loadline/report"
	"loadline/report/reporttest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestReportSays holds what is said of every fixture against what was agreed
// on: sentences, badge, charts with their marks, clauses, what is missing.
func TestReportSays(t *testing.T) {
	for name, run := range reporttest.Runs() {
		t.Run(name, func(t *testing.T) {
			got := summary(report.New(run))
			file := filepath.Join("testdata", name+".txt")
			if *update {
				if err := os.WriteFile(file, got, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func summary(rep *report.Report) []byte {
	var b bytes.Buffer
	say := func(format string, a ...any) { fmt.Fprintf(&b, format+"\n", a...) }
	say("%s\n", rep.Title)
	for _, sentence := range rep.Headline {
		say("%s", sentence)
	}
	say("%s: %s", rep.Badge.Level, rep.Badge.Reason())
	for _, c := range rep.Charts {
		say("\n%s: %s\n%s", c.ID, c.Title, c.Desc)
		for _, m := range c.Marks {
			say("  mark %s: %s", m.Role, m.Label)
		}
	}
	say("")
	for _, c := range rep.Clauses {
		say("clause %s: %s (%s), %s (%s)", c.Text, c.LastPassed, c.PassedValue, c.FirstFailed, c.FailedValue)
	}
	for _, s := range rep.Strips[:min(len(rep.Strips), 30)] {
		say("strip %d at %s: %s from %s to %s, %s", s.Step, s.Load, s.Quantity, s.First(), s.Last(), s.Verdict)
	}
	for _, note := range rep.Notes[:min(len(rep.Notes), 5)] {
		say("note %s", note)
	}
	for _, p := range append(rep.Settings, rep.Reproduce...) {
		say("%s = %s", p.Name, p.Value)
	}
	say("missing: %s", strings.Join(rep.Missing, "\nmissing: "))
	return b.Bytes()
}
