package report

import (
	"cmp"
	"math"
	"slices"
)

// The charts that a report can have.
const (
	LatencyChart     = "latency"
	OutcomeChart     = "outcomes"
	AchievedChart    = "achieved"
	BalanceChart     = "balance"
	ThroughputChart  = "throughput"
	ConcurrencyChart = "response"
	QuantileChart    = "quantiles"
	ServiceChart     = "service"
)

// Chart is a picture as data: what is drawn, not how.
type Chart struct {
	ID, Title string
	Desc      string // what it shows, for those who cannot see it
	Note      string // what its hollow marks mean; "" where there are none
	X, Y      Axis
	Lines     []Line
	Marks     []Mark
	Diagonal  bool  // a line where y = x helps
	Table     Table // the same numbers
}

// Role says what a line or mark stands for, so that it looks the same everywhere.
type Role string

// The roles of lines and marks.
const (
	P50        Role = "p50"
	P95        Role = "p95"
	P99        Role = "p99"
	OK         Role = "ok"
	Shed       Role = "shed"
	Error      Role = "error"
	Timeout    Role = "timeout"
	Dropped    Role = "dropped"
	Throughput Role = "throughput"
	Goodput    Role = "goodput"
	Sent       Role = "sent"
	Service    Role = "service"
	First      Role = "first" // the first, second and third of equals
	Second     Role = "second"
	Third      Role = "third"
	Maximum    Role = "maximum" // marks
	Limit      Role = "limit"
	Objective  Role = "objective"
)

// Line is a series of measured points.
type Line struct {
	Name   string
	Role   Role
	Points []Point // by ascending X
	Course bool    // the line goes by load, not by X: it may turn back
}

// Point is one measured value; Low = High = Y where no interval is known.
type Point struct {
	X, Y      float64
	Low, High float64
	Level     float64 // the load that was asked for: points of one level repeat one another
	Step      int     // from 1
	Doubtful  bool    // the generator spoiled the step: no line goes through it
	Partial   bool    // less was sent than was due
}

// Mark is a place worth a name: a vertical line at X = Value, or a horizontal
// one. Low = High = Value where no interval is known.
type Mark struct {
	Role             Role
	Horizontal       bool
	Value, Low, High float64
	Label            string
}

// Path is the line through the points: repeats of a level, and levels that
// turned out the same, become one point in their middle, and doubtful points
// are left out while there are others.
func (l Line) Path() []Point {
	trusted := slices.DeleteFunc(slices.Clone(l.Points), func(p Point) bool { return p.Doubtful })
	if len(trusted) == 0 {
		trusted = slices.Clone(l.Points)
	}
	byLevel := func(a, b Point) int { return cmp.Compare(a.Level, b.Level) }
	byPlace := func(a, b Point) int { return cmp.Compare(a.X, b.X) }
	levels := merged(trusted, byLevel, func(a, b Point) bool { return a.Level == b.Level })
	if l.Course {
		return levels
	}
	return merged(levels, byPlace, func(a, b Point) bool { return b.X <= same*a.X })
}

// same is how far apart two loads may lie and yet be the same one: a random
// schedule does not hit a rate exactly.
const same = 1.015

// merged sorts the points and makes one of neighbours that repeat the first of them.
func merged(points []Point, order func(a, b Point) int, repeat func(a, b Point) bool) []Point {
	slices.SortStableFunc(points, order)
	var out []Point
	for start := 0; start < len(points); {
		end := start + 1
		for end < len(points) && repeat(points[start], points[end]) {
			end++
		}
		out = append(out, middle(points[start:end]))
		start = end
	}
	return out
}

// middle is the mean of repeats.
func middle(repeats []Point) Point {
	out, n := repeats[0], float64(len(repeats))
	out.X, out.Y, out.Low, out.High = 0, 0, 0, 0
	for _, p := range repeats {
		out.X += p.X / n
		out.Y += p.Y / n
		out.Low += p.Low / n
		out.High += p.High / n
	}
	return out
}

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
