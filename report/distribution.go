package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"loadline/attack/record"
	"loadline/report/units"
)

// quantileChart draws the whole distribution of response times at half, four
// fifths and all of the maximum; every nine of the quantile is as wide as the next.
func quantileChart(run *record.Run, points []point) Chart {
	c := Chart{
		ID: QuantileChart, Section: Closer, Title: "Response time by quantile",
		X: Axis{Title: "quantile", Unit: units.Nines, Log: true}, Y: timeAxis("response time"),
	}
	roles := []Role{First, Second, Third}
	for i, n := range pickedSteps(run, points) {
		for _, p := range points {
			if p.number == n {
				c.Lines = append(c.Lines, distributionLine(p, roles[i]))
			}
		}
	}
	c.Desc = "How response times spread at low, middle and high load: 99% on the horizontal axis means that 99 of 100 requests took no longer. " + medians(c.Lines)
	return c
}

// medians tells in words how the distributions differ.
func medians(lines []Line) string {
	var parts []string
	for _, l := range lines {
		text := l.Name + " half of them took at most " + l.quantile(2)
		if p99 := l.quantile(100); p99 != units.Missing {
			text += " and 99 of 100 at most " + p99
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, "; ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// quantile is the time at 1-1/x of a distribution's line.
func (l Line) quantile(x float64) string {
	for _, p := range l.Points {
		if p.X >= x*(1-1e-9) {
			return units.Seconds(p.Y)
		}
	}
	return units.Missing
}

// distributionLine has a point a bucket, up to the last quantile that so many
// samples can show: 1-1/n of n.
func distributionLine(p point, role Role) Line {
	l := Line{Name: "at " + p.load, Role: role}
	var total, seen int64
	for _, b := range p.distribution {
		total += b.Count
	}
	for _, b := range p.distribution {
		rest := total - seen - b.Count
		if rest == 0 && total-seen == 1 && len(l.Points) > 0 {
			break // the one before it was the last that can be told
		}
		seen += b.Count
		x := float64(total) / float64(max(rest, 1))
		at := p
		at.level = x
		l.add(x, b.Upper.Seconds(), at)
	}
	return l
}

// drawnShares are the shares of the maximum at which the distribution is drawn.
var drawnShares = []float64{0.5, 0.8, 1}

// pickedSteps are the numbers of the open steps whose load is nearest to those
// shares of the maximum, or of the highest load where there is none; without
// open steps, those of the least, the middle and the greatest concurrency.
func pickedSteps(run *record.Run, points []point) []int {
	points = slices.DeleteFunc(slices.Clone(points), func(p point) bool { return len(p.distribution) == 0 })
	open := ofModel(points, true)
	if len(open) == 0 {
		return spaced(points)
	}
	top := 0.0
	for _, p := range open {
		top = max(top, p.level)
	}
	if c := run.Capacity; c != nil && sound(c.MaxThroughput) {
		top = c.MaxThroughput.Value
	}
	var picked []int
	for _, share := range drawnShares {
		if n := nearest(open, share*top); !slices.Contains(picked, n) {
			picked = append(picked, n)
		}
	}
	return picked
}

// nearest is the step whose load is nearest to a level.
func nearest(points []point, level float64) int {
	best, distance := points[0].number, math.Inf(1)
	for _, p := range points {
		if d := math.Abs(p.level - level); d < distance {
			best, distance = p.number, d
		}
	}
	return best
}

// spaced are the first, the middle and the last by level.
func spaced(points []point) []int {
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.level, b.level) })
	var out []int
	for _, i := range []int{0, len(points) / 2, len(points) - 1} {
		if i >= 0 && i < len(points) && !slices.Contains(out, points[i].number) {
			out = append(out, points[i].number)
		}
	}
	return out
}
