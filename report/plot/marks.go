package plot

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"loadline/report"
)

// bands tints the intervals of the marks; they lie below everything else.
func (p *panel) bands() {
	for _, m := range p.chart.Marks {
		if m.Low >= m.High {
			continue
		}
		low, high := p.at(m.Low, 0), p.at(m.High, 0)
		low.Y, high.Y = p.area.Min.Y, p.area.Max.Y
		if m.Horizontal {
			low, high = p.at(0, m.Low), p.at(0, m.High)
			low.X, high.X = p.area.Min.X, p.area.Max.X
		}
		p.area.FillPolygon(faint(looks[m.Role].color, 34), []vg.Point{
			low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y},
		})
	}
}

func (p *panel) marks() {
	side := p.side()
	for i, m := range p.vertical(side) {
		p.verticalMark(m, i, side)
	}
	for _, m := range p.chart.Marks {
		if m.Horizontal {
			p.horizontalMark(m)
		}
	}
}

// horizontalMark is a threshold, named where its name covers least.
func (p *panel) horizontalMark(m report.Mark) {
	look := looks[m.Role]
	y := p.at(0, m.Value).Y
	p.area.StrokeLine2(look.stroke(1), p.area.Min.X, y, p.area.Max.X, y)
	style, size := inked(8, look.color), p.area.Size()
	left := p.chart.LabelAt(p.x, p.y, m, float64(style.Width(m.Label)/size.X), float64(12/size.Y))
	p.text(style, vg.Point{X: p.area.Min.X + vg.Length(left)*size.X, Y: y + 3}, m.Label)
}

// text writes on a pale ground, so that lines below it do not cross it.
func (p *panel) text(style draw.TextStyle, at vg.Point, s string) {
	w, size := style.Width(s), style.Font.Size
	p.area.FillPolygon(rgb(0xffffff), []vg.Point{
		{X: at.X - 1, Y: at.Y - 1.5}, {X: at.X + w + 1, Y: at.Y - 1.5},
		{X: at.X + w + 1, Y: at.Y + size - 1}, {X: at.X - 1, Y: at.Y + size - 1},
	})
	p.area.FillText(style, at, s)
}

// Where vertical marks are named: to the right of them, to the left, or in a
// list above the plot.
const (
	toRight = vg.Length(1)
	toLeft  = vg.Length(-1)
	listed  = vg.Length(0)
)

// side is the first on which every name has room.
func (p *panel) side() vg.Length {
	fits := func(side vg.Length) bool {
		for _, m := range p.vertical(side) {
			end := p.at(m.Value, 0).X + side*(3+plain(8).Width(m.Label))
			if end < margin || end > width-margin/2 {
				return false
			}
		}
		return true
	}
	for _, side := range []vg.Length{toRight, toLeft} {
		if fits(side) {
			return side
		}
	}
	return listed
}

// verticalMark is a place on the load axis, named above the plot in a lane of
// its own: beside its line, or in a list where there is no room beside one.
func (p *panel) verticalMark(m report.Mark, lane int, side vg.Length) {
	look := looks[m.Role]
	x, top := p.at(m.Value, 0).X, p.area.Max.Y
	style := inked(8, look.color)
	if p.named {
		y := top + p.lanes() - laneRoom*vg.Length(lane) - 8
		at := vg.Point{X: x + 3, Y: y}
		switch side {
		case toLeft:
			at.X = x - 3 - style.Width(m.Label)
		case listed:
			at.X = p.area.Min.X + 20
			p.area.StrokeLine2(look.stroke(1), p.area.Min.X, y+3, p.area.Min.X+16, y+3)
		}
		p.area.FillText(style, at, m.Label)
		if side != listed {
			top = y + 6
		}
	}
	p.area.StrokeLine2(look.stroke(1), x, p.area.Min.Y, x, top)
}
