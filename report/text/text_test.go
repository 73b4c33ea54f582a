package text_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/clipperhouse/displaywidth"
	"github.com/google/go-cmp/cmp"

	"loadline/report"
	"loadline/report/reporttest"
	"loadline/report/text"
)

var update = flag.Bool("update", false, "write the golden files anew")

func write(t *testing.T, rep *report.Report, o text.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := text.Write(&b, rep, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		run   string
		width int
	}{{"sweep", 0}, {"sweep", 80}, {"sweep", 48}, {"shedding", 80}, {"closed-port", 80}, {"empty", 80}, {"one-step", 80}} {
		name := c.run + map[int]string{0: "", 80: "-80", 48: "-48"}[c.width]
		t.Run(name, func(t *testing.T) {
			got := write(t, report.New(reporttest.Runs()[c.run]), text.Options{Width: c.width})
			file := filepath.Join("testdata", name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// However narrow the terminal, no line reaches its last column, and nothing
// that a service sent acts on it.
func TestNoLineIsTooWideOrActs(t *testing.T) {
	for name, run := range reporttest.Runs() {
		rep := report.New(run)
		for _, width := range []int{2, 7, 20, 40, 72, 80, 81, 100, 132, 200} {
			for line := range strings.SplitSeq(write(t, rep, text.Options{Width: width}), "\n") {
				if n := displaywidth.String(line); n > width-1 {
					t.Errorf("%s at %d columns: a line of %d: %q", name, width, n, line)
				}
				if i := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
					t.Errorf("%s: %q holds %q", name, line, line[i:])
				}
			}
		}
	}
}

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestColourIsAllThatColourAdds(t *testing.T) {
	for name, run := range reporttest.Runs() {
		rep := report.New(run)
		plain, colour := write(t, rep, text.Options{Width: 80}), write(t, rep, text.Options{Width: 80, Color: true})
		if colour == plain {
			t.Errorf("%s: there is no colour", name)
		}
		if ansi.ReplaceAllString(colour, "") != plain {
			t.Errorf("%s: colour changes the text", name)
		}
	}
}

func TestStepLine(t *testing.T) {
	run := reporttest.Shedding()
	for step, want := range map[int]string{
		0:  "staircase          50/s  goodput   51.6/s  p50 5.06ms  p99 11.6ms",
		13: "staircase       2,000/s  goodput    200/s  p50 74.8ms  p99 75.1ms  shed 90.1%",
	} {
		if got := text.StepLine(&run.Steps[step]); got != want {
			t.Errorf("step %d:\n got %q\nwant %q", step+1, got, want)
		}
	}
	for name, run := range reporttest.Runs() {
		for i := range run.Steps {
			if got := text.StepLine(&run.Steps[i]); strings.ContainsFunc(got, unicode.IsControl) || len(got) > 140 {
				t.Errorf("%s, step %d: %q", name, i+1, got)
			}
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteReportsItsFault(t *testing.T) {
	if err := text.Write(broken{}, report.New(reporttest.Empty()), text.Options{}); err == nil {
		t.Error("a failed write was not reported")
	}
}
