package plot

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"loadline/report"
)

// The picture is 600 CSS pixels wide, drawn twice as fine.
const (
	width = vg.Length(450)
	dpi   = 192
)

// PNG writes the report's charts as a PNG of 1200 pixels' width. The same
// report gives the same bytes.
func PNG(w io.Writer, rep *report.Report) error {
	if _, err := (vgimg.PngCanvas{Canvas: raster(rep)}).WriteTo(w); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return nil
}

func raster(rep *report.Report) *vgimg.Canvas {
	p := compose(rep)
	canvas := vgimg.NewWith(vgimg.UseWH(width, p.height()), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(color.White))
	p.draw(draw.New(canvas))
	return canvas
}

// SVG writes the same picture as SVG.
func SVG(w io.Writer, rep *report.Report) error {
	p := compose(rep)
	canvas := vgsvg.New(width, p.height())
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	p.draw(c)
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return nil
}

// block is a part of the picture as wide as the whole.
type block struct {
	height vg.Length
	draw   func(c draw.Canvas) // in its own rectangle
}

type picture []block

// compose stacks the header and the panels.
func compose(rep *report.Report) picture {
	p := picture{header(rep)}
	for _, group := range groups(rep) {
		p = append(p, group.blocks()...)
	}
	if len(p) == 1 {
		p = append(p, empty(rep))
	}
	return p
}

func (p picture) height() vg.Length {
	sum := vg.Length(0)
	for _, b := range p {
		sum += b.height
	}
	return sum
}

func (p picture) draw(c draw.Canvas) {
	top := c.Max.Y
	for _, b := range p {
		part := c
		part.Max.Y, part.Min.Y = top, top-b.height
		b.draw(part)
		top -= b.height
	}
}

// groups are the charts that share a horizontal axis: those against load, and
// those against what was in flight.
func groups(rep *report.Report) []group {
	var out []group
	byAxis := map[string]int{}
	for _, id := range []string{report.LatencyChart, report.ThroughputChart, report.ConcurrencyChart, report.OutcomeChart} {
		c := rep.Chart(id)
		if c == nil {
			continue
		}
		at, known := byAxis[c.X.Title]
		if !known {
			at = len(out)
			byAxis[c.X.Title] = at
			out = append(out, group{})
		}
		out[at] = append(out[at], c)
	}
	return out
}
