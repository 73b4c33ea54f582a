package html

import (
	"cmp"
	"slices"

	"loadline/report"
)

// drawing is a chart on its way to SVG.
type drawing struct {
	svg
	chart                    *report.Chart
	x, y                     report.Scale
	left, right, top, bottom float64 // of the plotting area
	side                     float64 // where vertical marks are named
}

// The measures of a drawing, in its own units; text is 12 of them high.
const (
	perRune  = 7.4 // the width of a character, about
	laneRoom = 16.0
	sample   = 22.0 // a line's sample before its name
)

// measure leaves room for labels around the plotting area: as much as any of
// the charts on the same axis needs, so that they stand exactly above each other.
func (d *drawing) measure(siblings []*report.Chart, yTicks int) {
	widest, longest := 0, 0
	for _, c := range siblings {
		for _, t := range append(c.Y.Scale(true, yTicks).Ticks, c.Y.Scale(false, yTicks).Ticks...) {
			widest = max(widest, len([]rune(t.Label)))
		}
		for _, l := range c.Lines {
			longest = max(longest, len([]rune(l.Name)))
		}
	}
	d.left, d.right = 8+perRune*float64(widest), d.W-sample-10-perRune*float64(longest)
	d.top, d.bottom = 10+laneRoom*float64(len(d.vertical())), d.H-42
	d.side = d.sideOfNames()
}

// Where vertical marks are named: to the right of them, to the left, or in a
// list above the plot.
const (
	toRight = 1.0
	toLeft  = -1.0
	listed  = 0.0
)

// sideOfNames is the first on which every name has room.
func (d *drawing) sideOfNames() float64 {
	fits := func(side float64) bool {
		for _, m := range d.vertical() {
			end := d.at(m.Value, 0).x + side*(4+perRune*float64(len(m.Label)))
			if end < 0 || end > d.W {
				return false
			}
		}
		return true
	}
	for _, side := range []float64{toRight, toLeft} {
		if fits(side) {
			return side
		}
	}
	return listed
}

// vertical are the marks on the load axis in the order of their lanes: a name
// beside its mark must not meet another mark's line.
func (d *drawing) vertical() []report.Mark {
	var out []report.Mark
	for _, m := range d.chart.Marks {
		if !m.Horizontal {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b report.Mark) int {
		if d.side == toLeft {
			a, b = b, a
		}
		return cmp.Compare(a.Value, b.Value)
	})
	return out
}

func (d *drawing) at(x, y float64) spot {
	return spot{d.left + d.x.At(x)*(d.right-d.left), d.bottom - d.y.At(y)*(d.bottom-d.top)}
}

func (d *drawing) draw() {
	d.bands()
	d.grid()
	if d.chart.Diagonal {
		d.diagonal()
	}
	d.marks()
	for _, l := range d.chart.Lines {
		d.series(l)
	}
	d.names()
}

func (d *drawing) grid() {
	for _, t := range d.y.Ticks {
		y := d.at(0, t.Value).y
		d.line("grid", d.left, y, d.right, y)
		d.text("tick", d.left-6, y+4, "end", t.Label)
	}
	free := 0.0 // where the next label may begin
	for _, t := range d.x.Ticks {
		x, half := d.at(t.Value, 0).x, perRune*float64(len(t.Label))/2
		d.line("grid", x, d.top, x, d.bottom)
		if x-half >= free {
			d.text("tick", x, d.bottom+17, "middle", t.Label)
			free = x + half + 2
		}
	}
	d.line("axis", d.left, d.bottom, d.right, d.bottom)
	d.text("tick", (d.left+d.right)/2, d.bottom+36, "middle", d.chart.X.Title)
}

// diagonal is where y = x, as far as both axes go.
func (d *drawing) diagonal() {
	end := min(d.x.Max, d.y.Max)
	start := max(d.x.Min, d.y.Min)
	if start >= end {
		return
	}
	from, to := d.at(start, start), d.at(end, end)
	d.line("diagonal", from.x, from.y, to.x, to.y)
}
