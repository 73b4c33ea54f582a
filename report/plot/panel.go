package plot

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"loadline/report"
)

// group is the charts that share a horizontal axis, from top to bottom.
type group []*report.Chart

// The measures of a panel, around its plotting area.
const (
	left      = vg.Length(44) // tick labels
	titleRoom = vg.Length(23)
	laneRoom  = vg.Length(11) // one mark's label
	plotRoom  = vg.Length(118)
	tickRoom  = vg.Length(14)
	axisRoom  = vg.Length(16) // the axis' title
)

// blocks is a block a chart: the first carries the labels of the marks, the
// last the horizontal axis.
func (g group) blocks() []block {
	var out []block
	for i, c := range g {
		p := panel{right: g.nameRoom(), chart: c, x: c.X.Scale(c.X.Log, 7), y: c.Y.Scale(c.Y.Log, 5), named: i == 0, last: i == len(g)-1}
		out = append(out, block{height: p.height(), draw: p.draw})
	}
	return out
}

// nameRoom is what the longest name of a line needs.
func (g group) nameRoom() vg.Length {
	room := vg.Length(40)
	for _, c := range g {
		for _, l := range c.Lines {
			room = max(room, 26+plain(8.5).Width(l.Name))
		}
	}
	return room
}

// panel is one chart on its canvas.
type panel struct {
	chart       *report.Chart
	x, y        report.Scale
	named, last bool
	right       vg.Length   // room for the names of the lines
	area        draw.Canvas // where the data goes
}

// vertical are the marks on the horizontal axis, in the order of their lanes:
// a name to the right of its mark must not meet a mark further right, so the
// leftmost comes first, and the other way round.
func (p *panel) vertical(side vg.Length) []report.Mark {
	var out []report.Mark
	for _, m := range p.chart.Marks {
		if !m.Horizontal {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b report.Mark) int {
		if side == toLeft {
			a, b = b, a
		}
		return cmp.Compare(a.Value, b.Value)
	})
	return out
}

func (p *panel) lanes() vg.Length {
	if !p.named {
		return 0
	}
	return laneRoom * vg.Length(len(p.vertical(toRight)))
}

func (p *panel) height() vg.Length {
	h := titleRoom + p.lanes() + plotRoom
	if p.last {
		return h + tickRoom + axisRoom + p.noteRoom()
	}
	return h + 6
}

func (p *panel) noteRoom() vg.Length {
	if p.chart.Note == "" {
		return 0
	}
	return leading
}

func (p *panel) draw(c draw.Canvas) {
	p.area = c
	p.area.Min.X, p.area.Max.X = c.Min.X+left, c.Max.X-p.right
	p.area.Max.Y = c.Max.Y - titleRoom - p.lanes()
	p.area.Min.Y = p.area.Max.Y - plotRoom
	c.FillText(bold(9), vg.Point{X: c.Min.X + margin, Y: c.Max.Y - 14}, p.chart.Title)
	p.bands()
	p.grid()
	p.marks()
	for _, l := range p.chart.Lines {
		p.line(l)
	}
	p.names()
}

// at is where a value lies on the canvas.
func (p *panel) at(x, y float64) vg.Point {
	return vg.Point{X: p.area.X(p.x.At(x)), Y: p.area.Y(p.y.At(y))}
}

func (p *panel) grid() {
	hair := draw.LineStyle{Color: grid, Width: 0.6}
	label := inked(8, muted)
	label.XAlign, label.YAlign = draw.XRight, -0.35
	for _, t := range p.y.Ticks {
		y := p.area.Y(p.y.At(t.Value))
		p.area.StrokeLine2(hair, p.area.Min.X, y, p.area.Max.X, y)
		p.area.FillText(label, vg.Point{X: p.area.Min.X - 4, Y: y}, t.Label)
	}
	label.XAlign, label.YAlign = draw.XCenter, draw.YTop
	free := vg.Length(0) // where the next label may begin
	for _, t := range p.x.Ticks {
		x, half := p.area.X(p.x.At(t.Value)), label.Width(t.Label)/2
		p.area.StrokeLine2(hair, x, p.area.Min.Y, x, p.area.Max.Y)
		if p.last && x-half >= free {
			p.area.FillText(label, vg.Point{X: x, Y: p.area.Min.Y - 3}, t.Label)
			free = x + half + 3
		}
	}
	axis := draw.LineStyle{Color: edge, Width: 0.8}
	p.area.StrokeLine2(axis, p.area.Min.X, p.area.Min.Y, p.area.Max.X, p.area.Min.Y)
	if p.last {
		p.area.FillText(label, vg.Point{X: p.area.Center().X, Y: p.area.Min.Y - tickRoom}, p.chart.X.Title)
		p.area.FillText(label, vg.Point{X: p.area.Center().X, Y: p.area.Min.Y - tickRoom - leading}, p.chart.Note)
	}
}
