package plot

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"loadline/report"
)

// line draws a series: its interval as a band, the path, and what was measured.
func (p *panel) line(l report.Line) {
	look, path := looks[l.Role], l.Path()
	p.area.FillPolygon(faint(look.color, 40), p.band(path))
	points := make([]vg.Point, len(path))
	for i, at := range path {
		points[i] = p.at(at.X, at.Y)
	}
	if len(points) > 1 {
		p.area.StrokeLines(look.stroke(1.5), points)
	}
	if len(l.Points) > crowd {
		return
	}
	for _, at := range l.Points {
		p.glyph(look, at)
	}
}

// crowd is how many markers a line carries before they hide it.
const crowd = 40

// glyph marks a measured point; one in doubt is hollow.
func (p *panel) glyph(look look, at report.Point) {
	style := draw.GlyphStyle{Color: look.color, Radius: 2.2, Shape: look.glyph}
	if at.Hollow() {
		style.Shape = draw.RingGlyph{}
	}
	p.area.DrawGlyphNoClip(style, p.at(at.X, at.Y))
}

// band is the outline of a path's interval; nothing where no point has one.
func (p *panel) band(path []report.Point) []vg.Point {
	wide := false
	var out []vg.Point
	for _, at := range path {
		wide = wide || at.Low < at.High
		out = append(out, p.at(at.X, at.High))
	}
	if !wide || len(path) < 2 {
		return nil
	}
	for i := len(path) - 1; i >= 0; i-- {
		out = append(out, p.at(path[i].X, path[i].Low))
	}
	return out
}

// names puts each line's name at its end, moved apart where lines meet.
func (p *panel) names() {
	wanted := make([]float64, len(p.chart.Lines))
	for i, l := range p.chart.Lines {
		path := l.Path()
		last := path[len(path)-1]
		wanted[i] = float64(p.at(last.X, last.Y).Y)
	}
	for i, y := range report.Spread(wanted, 10, float64(p.area.Min.Y)+2, float64(p.area.Max.Y)-2) {
		p.name(p.chart.Lines[i], vg.Length(y))
	}
}

func (p *panel) name(l report.Line, y vg.Length) {
	look := looks[l.Role]
	x := p.area.Max.X + 6
	p.area.StrokeLine2(look.stroke(1.5), x, y, x+12, y)
	p.area.DrawGlyphNoClip(draw.GlyphStyle{Color: look.color, Radius: 2.2, Shape: look.glyph}, vg.Point{X: x + 6, Y: y})
	style := inked(8.5, look.color)
	style.YAlign = -0.35
	p.area.FillText(style, vg.Point{X: x + 15, Y: y}, l.Name)
}
