package report_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"loadline/report"
	"loadline/report/units"
)

func labels(s report.Scale) []string {
	var out []string
	for _, t := range s.Ticks {
		out = append(out, t.Label)
	}
	return out
}

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		axis report.Axis
		log  bool
		want []string
	}{
		{report.Axis{Unit: units.PerSecond, Max: 396}, false, []string{"0/s", "100/s", "200/s", "300/s", "400/s"}},
		{report.Axis{Unit: units.Ratio, Max: 1}, false, []string{"0%", "20%", "40%", "60%", "80%", "100%"}},
		{report.Axis{Unit: units.Second, Max: 3.8, Floor: 0.04}, true, []string{"50ms", "100ms", "200ms", "500ms", "1s", "2s"}},
		{report.Axis{Unit: units.Second, Max: 2, Floor: 0.005}, true, []string{"3ms", "10ms", "30ms", "100ms", "300ms", "1s"}},
		{report.Axis{Unit: units.Whole, Max: 32, Floor: 1}, true, []string{"1", "2", "5", "10", "20"}},
		{report.Axis{Unit: units.Second}, true, []string{"0s", "200ms", "400ms", "600ms", "800ms", "1s"}},
	} {
		if got := labels(c.axis.Scale(c.log, 5)); !slices.Equal(got, c.want) {
			t.Errorf("%+v (log %v): ticks %q, want %q", c.axis, c.log, got, c.want)
		}
	}
}

// Whatever was measured, an axis has finite ends, at least one tick and at
// most twice as many as asked for, and puts every value between its ends.
func TestAnyAxisCanBeDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		high := rapid.Float64Range(0, 1e15).Draw(t, "max")
		axis := report.Axis{Unit: units.Second, Max: high, Floor: high * rapid.Float64Range(0, 1).Draw(t, "floor")}
		s := axis.Scale(rapid.Bool().Draw(t, "log"), rapid.IntRange(2, 9).Draw(t, "ticks"))
		if !(s.Min < s.Max) || math.IsInf(s.Max, 0) || s.Log && s.Min <= 0 {
			t.Fatalf("%+v: from %v to %v", axis, s.Min, s.Max)
		}
		if len(s.Ticks) == 0 || len(s.Ticks) > 18 {
			t.Fatalf("%+v: %d ticks", axis, len(s.Ticks))
		}
		for _, v := range []float64{0, axis.Floor, axis.Max, -1} {
			if at := s.At(v); !(at >= 0 && at <= 1) {
				t.Fatalf("%+v: %v lies at %v", axis, v, at)
			}
		}
	})
}

func TestScaleKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := report.Axis{Unit: units.PerSecond, Max: 500, Floor: 2}.Scale(rapid.Bool().Draw(t, "log"), 5)
		a, b := rapid.Float64Range(0, 500).Draw(t, "a"), rapid.Float64Range(0, 500).Draw(t, "b")
		if a < b && s.At(a) > s.At(b) {
			t.Fatalf("%v lies behind %v", a, b)
		}
	})
}

func TestSpreadKeepsLabelsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wanted := rapid.SliceOfN(rapid.Float64Range(-50, 150), 1, 8).Draw(t, "wanted")
		got := report.Spread(wanted, 10, 0, 100)
		for i := range got {
			if got[i] < -1e-9 || got[i] > 100+1e-9 {
				t.Fatalf("%v -> %v: outside", wanted, got)
			}
			for j := range i {
				if math.Abs(got[i]-got[j]) < 10-1e-9 {
					t.Fatalf("%v -> %v: too near", wanted, got)
				}
				if wanted[i] < wanted[j] && got[i] > got[j] {
					t.Fatalf("%v -> %v: the order changed", wanted, got)
				}
			}
		}
	})
}

func TestSpreadLeavesWhatIsFarApart(t *testing.T) {
	wanted := []float64{80, 10, 45}
	if got := report.Spread(wanted, 10, 0, 100); !slices.Equal(got, wanted) {
		t.Errorf("moved to %v", got)
	}
}

func TestLabelKeepsClearOfTheLines(t *testing.T) {
	scale := report.Axis{Unit: units.Whole, Max: 100}.Scale(false, 5)
	mark := report.Mark{Horizontal: true, Value: 50}
	along := func(points ...report.Point) *report.Chart {
		for i := range points {
			points[i].Level = points[i].X
		}
		return &report.Chart{Lines: []report.Line{{Points: points}}}
	}
	for _, c := range []struct {
		name     string
		chart    *report.Chart
		from, to float64 // where the label may begin
	}{
		{"nothing in the way", along(report.Point{X: 1, Y: 1}), 0.78, 0.8},
		{"a line at the right", along(report.Point{X: 70, Y: 52}, report.Point{X: 100, Y: 52}), 0, 0.02},
		{"a line at both ends", &report.Chart{Lines: append(
			along(report.Point{X: 70, Y: 52}, report.Point{X: 100, Y: 52}).Lines,
			along(report.Point{X: 1, Y: 52}, report.Point{X: 20, Y: 52}).Lines...)}, 0.2, 0.5},
	} {
		if got := c.chart.LabelAt(scale, scale, mark, 0.2, 0.1); got < c.from || got > c.to {
			t.Errorf("%s: the label begins at %v, want %v to %v", c.name, got, c.from, c.to)
		}
	}
}
