package report

import (
	"cmp"
	"math"
	"slices"
)

// add appends a point where both values are usable.
func (l *Line) add(x, y float64, from point) {
	l.addInterval(x, y, y, y, from)
}

func (l *Line) addInterval(x, y, low, high float64, from point) {
	for _, v := range []float64{x, y, low, high} {
		if !usable(v) || v < 0 {
			return
		}
	}
	l.Points = append(l.Points, Point{
		X: x, Y: y, Low: min(low, y), High: max(high, y),
		Level: from.level, Step: from.number, Doubtful: from.limited, Partial: from.partial,
	})
}

// finish sorts the points, drops empty lines and lays out the axes. It says
// whether anything is left to draw.
func (c *Chart) finish() bool {
	c.Lines = slices.DeleteFunc(c.Lines, func(l Line) bool { return len(l.Points) == 0 })
	for _, l := range c.Lines {
		slices.SortStableFunc(l.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		for _, p := range l.Points {
			c.X.take(p.X)
			for _, y := range []float64{p.Y, p.Low, p.High} {
				c.Y.take(y)
			}
		}
	}
	c.Marks = slices.DeleteFunc(c.Marks, func(m Mark) bool { return !usable(m.Value) || m.Value < 0 || !c.near(m) })
	for _, m := range c.Marks {
		axis := &c.X
		if m.Horizontal {
			axis = &c.Y
		}
		for _, v := range []float64{m.Value, m.Low, m.High} {
			axis.take(v)
		}
	}
	c.Note = c.note()
	return len(c.Lines) > 0
}

// Hollow says that a point's mark is drawn hollow.
func (p Point) Hollow() bool { return p.Doubtful || p.Partial }

func (c *Chart) note() string {
	doubtful, partial := false, false
	for _, l := range c.Lines {
		for _, p := range l.Points {
			doubtful, partial = doubtful || p.Doubtful, partial || p.Partial
		}
	}
	switch {
	case doubtful && partial:
		return "Hollow marks: the generator spoiled the step, or sent less than was due."
	case doubtful:
		return "Hollow marks: the generator spoiled the step."
	case partial:
		return "Hollow marks: the generator sent less than was due."
	}
	return ""
}

// near keeps a mark that would squeeze the measured points into a corner off
// the chart: an SLO of 10 s says nothing about answers within 5 ms.
func (c *Chart) near(m Mark) bool {
	top := c.X.Max
	if m.Horizontal {
		top = c.Y.Max
	}
	return math.Max(m.Value, m.High) <= 3*top
}
