package html

import (
	"loadline/report"
	"loadline/report/units"
)

// figure is a chart in all the forms that the page switches between without a
// script: broad and narrow by the width of the page, linear and logarithmic by
// a pair of radio buttons.
type figure struct {
	*report.Chart
	Linear, Log []svg
	Switch      bool // both scales exist
	LogFirst    bool
	Heading     string
}

// frame is the size of a drawing and how many ticks it has room for.
type frame struct {
	class  string
	w, h   float64
	xTicks int
	yTicks int
}

var (
	broad  = frame{"broad", 760, 330, 8, 6}
	narrow = frame{"narrow", 340, 270, 4, 5}
)

func figureOf(c *report.Chart) figure {
	f := figure{Chart: c, LogFirst: c.Y.Log}
	f.Switch = c.Y.Unit == units.Second && c.Y.Floor > 0
	for _, size := range []frame{broad, narrow} {
		f.Linear = append(f.Linear, drawn(c, size, false))
		if f.Switch {
			f.Log = append(f.Log, drawn(c, size, true))
		}
	}
	return f
}

func drawn(c *report.Chart, f frame, log bool) svg {
	scale := "linear"
	if log {
		scale = "log"
	}
	d := drawing{
		chart: c,
		svg:   svg{ID: c.ID + "-" + scale + "-" + f.class, Class: f.class, Title: c.Title, Desc: c.Desc, W: f.w, H: f.h},
		x:     c.X.Scale(c.X.Log, f.xTicks), y: c.Y.Scale(log, f.yTicks),
	}
	d.measure()
	d.draw()
	return d.svg
}
