package acceptance

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"loadline/attack/record"
)

// spread is how the answers of several sweeps of one service lie.
type spread struct {
	sweeps, found int
	others        []string // the outcomes of those that found nothing
	maximum, knee estimates
	limits        []float64
}

func spreadOf(runs []*record.Run) (s spread) {
	s.sweeps = len(runs)
	for _, run := range runs {
		if run.Capacity == nil || run.Capacity.Outcome != record.Found || run.Recommendation == nil {
			s.others = append(s.others, outcome(run))
			continue
		}
		s.found++
		s.maximum = append(s.maximum, *run.Capacity.MaxThroughput)
		s.knee = append(s.knee, *run.Capacity.Knee)
		s.limits = append(s.limits, float64(run.Recommendation.InFlightLimit))
	}
	return s
}

func outcome(run *record.Run) string {
	if run.Capacity == nil {
		return "no capacity"
	}
	return string(run.Capacity.Outcome)
}

// estimates are several of the same quantity.
type estimates []record.Estimate

func (all estimates) values() (out []float64) {
	for _, e := range all {
		out = append(out, e.Value)
	}
	return out
}

// mean of the values; NaN of none.
func (all estimates) mean() (mean float64) {
	for _, v := range all.values() {
		mean += v / float64(len(all))
	}
	return mean
}

// width is the range of the values as a share of their mean; 0 of none.
func (all estimates) width() float64 {
	if len(all) == 0 {
		return 0
	}
	return (slices.Max(all.values()) - slices.Min(all.values())) / all.mean()
}

// half is the mean half-width of the intervals, as a share.
func (all estimates) half() (half float64) {
	for _, e := range all {
		half += (e.High - e.Low) / 2 / e.Value / float64(len(all))
	}
	return half
}

// hold is how many intervals hold the mean of all values, as honest ones do
// but for one in twenty.
func (all estimates) hold() (n int) {
	for _, e := range all {
		if e.Low <= all.mean() && all.mean() <= e.High {
			n++
		}
	}
	return n
}

// overlap says whether there is a value that all intervals hold.
func (all estimates) overlap() bool {
	low, high := 0.0, math.Inf(1)
	for _, e := range all {
		low, high = max(low, e.Low), min(high, e.High)
	}
	return low <= high
}

// table is the spreads of all services, printed once all are there.
type table struct {
	to   io.Writer
	rows []string
}

func newTable(to io.Writer) *table { return &table{to: to} }

func (t *table) add(name string, s spread) {
	row := fmt.Sprintf("| %s | %d/%d |", name, s.found, s.sweeps)
	if len(s.others) > 0 {
		row = fmt.Sprintf("| %s | %d/%d (%s) |", name, s.found, s.sweeps, strings.Join(s.others, ", "))
	}
	if s.found == 0 {
		t.rows = append(t.rows, row+" | | | |")
		return
	}
	t.rows = append(t.rows, row+fmt.Sprintf(" %s | %s | %.0f-%.0f | %s | %s |",
		s.maximum.span("%.4g"), s.knee.span("%.2g"), slices.Min(s.limits), slices.Max(s.limits),
		s.maximum.honesty(), s.knee.honesty()))
}

func (all estimates) span(format string) string {
	return fmt.Sprintf(format+"-"+format+" (%.1f %%)", slices.Min(all.values()), slices.Max(all.values()), 100*all.width())
}

func (all estimates) honesty() string {
	apart := ""
	if !all.overlap() {
		apart = ", not all overlap"
	}
	return fmt.Sprintf("±%.1f %%, %d/%d%s", 100*all.half(), all.hold(), len(all), apart)
}

func (t *table) print() {
	fmt.Fprint(t.to, "\n| service | found | maximum per second | knee | limit | its intervals, holding the mean | the knee's |\n"+
		"| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, row := range t.rows {
		fmt.Fprintln(t.to, row)
	}
}

func TestSpread(t *testing.T) {
	of := func(value, half float64) record.Estimate {
		return record.Estimate{Value: value, Low: value - half, High: value + half}
	}
	near := estimates{of(99, 2), of(100, 2), of(101, 2)}
	if near.width() != 0.02 || near.hold() != 3 || !near.overlap() {
		t.Errorf("near: width %v, %d hold the mean, overlap %v", near.width(), near.hold(), near.overlap())
	}
	far := estimates{of(90, 2), of(100, 2), of(110, 2)}
	if far.hold() != 1 || far.overlap() || far.honesty() != "±2.0 %, 1/3, not all overlap" {
		t.Errorf("far: %s", far.honesty())
	}
}
