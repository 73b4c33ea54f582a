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
	for _, m := range p.chart.Marks {
		if m.Horizontal {
			p.horizontalMark(m)
		}
	}
	side := p.side()
	for i, m := range p.vertical(side) {
		p.verticalMark(m, i, side)
	}
}

// horizontalMark is a threshold, named at the right where no line ends, and
// else at the left.
func (p *panel) horizontalMark(m report.Mark) {
	look := looks[m.Role]
	y := p.at(0, m.Value).Y
	p.area.StrokeLine2(look.stroke(1), p.area.Min.X, y, p.area.Max.X, y)
	style := inked(8, look.color)
	at := vg.Point{X: p.area.Max.X - 4 - style.Width(m.Label), Y: y + 3}
	if p.busy(y) {
		at.X = p.area.Min.X + 4
	}
	p.text(style, at, m.Label)
}

// busy says whether a line ends near y.
func (p *panel) busy(y vg.Length) bool {
	for _, l := range p.chart.Lines {
		path := l.Path()
		last := path[len(path)-1]
		if end := p.at(last.X, last.Y); end.Y > y-6 && end.Y < y+16 && end.X > p.area.Center().X {
			return true
		}
	}
	return false
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

// side is where the names of vertical marks go: to the right of them (1), or
// to the left (-1) where one would leave the picture.
func (p *panel) side() float64 {
	for _, m := range p.vertical(1) {
		if p.at(m.Value, 0).X+3+plain(8).Width(m.Label) > width-margin/2 {
			return -1
		}
	}
	return 1
}

// verticalMark is a place on the load axis, named above the plot in a lane of
// its own.
func (p *panel) verticalMark(m report.Mark, lane int, side float64) {
	look := looks[m.Role]
	x, top := p.at(m.Value, 0).X, p.area.Max.Y
	if p.named {
		top += p.lanes() - laneRoom*vg.Length(lane) - 8
		style, at := inked(8, look.color), vg.Point{X: x + 3, Y: top}
		if side < 0 {
			at.X = max(x-3-style.Width(m.Label), p.area.Min.X-left+margin)
		}
		p.area.FillText(style, at, m.Label)
		top += 6
	}
	p.area.StrokeLine2(look.stroke(1), x, p.area.Min.Y, x, top)
}
