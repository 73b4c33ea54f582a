package html

import (
	"slices"

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

// figuresOf are the charts of one section, as far as there are any.
func figuresOf(rep *report.Report, section report.Section) []figure {
	var charts []*report.Chart
	for i := range rep.Charts {
		if rep.Charts[i].Section == section {
			charts = append(charts, &rep.Charts[i])
		}
	}
	var out []figure
	for _, c := range charts {
		out = append(out, figureOf(c, sameAxis(charts, c)))
	}
	return out
}

func sameAxis(charts []*report.Chart, as *report.Chart) []*report.Chart {
	return slices.DeleteFunc(slices.Clone(charts), func(c *report.Chart) bool { return c.X.Title != as.X.Title })
}

func figureOf(c *report.Chart, siblings []*report.Chart) figure {
	f := figure{Chart: c, LogFirst: c.Y.Log}
	f.Switch = c.Y.Unit == units.Second && c.Y.Floor > 0
	for _, size := range []frame{broad, narrow} {
		f.Linear = append(f.Linear, drawn(c, siblings, size, false))
		if f.Switch {
			f.Log = append(f.Log, drawn(c, siblings, size, true))
		}
	}
	return f
}

func drawn(c *report.Chart, siblings []*report.Chart, f frame, log bool) svg {
	scale := "linear"
	if log {
		scale = "log"
	}
	d := drawing{
		chart: c,
		svg:   svg{ID: c.ID + "-" + scale + "-" + f.class, Class: f.class, Title: c.Title, Desc: c.Desc, W: f.w, H: f.h},
		x:     c.X.Scale(c.X.Log, f.xTicks), y: c.Y.Scale(log, f.yTicks),
	}
	d.measure(siblings, f.yTicks)
	d.draw()
	return d.svg
}
