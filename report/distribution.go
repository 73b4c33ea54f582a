package report

import (
	"math"
	"strings"

	"loadline/attack/record"
	"loadline/report/units"
)

// quantileChart draws the whole distribution of response times at half, four
// fifths and all of the maximum, each nine of the quantile as wide as the next.
func quantileChart(run *record.Run, points []point) Chart {
	c := Chart{
		ID: QuantileChart, Title: "Response time by quantile",
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
		parts = append(parts, l.Name+" half of them took at most "+l.quantile(2)+" and 99 of 100 at most "+l.quantile(100))
	}
	if len(parts) == 0 {
		return ""
	}
	text := listed(parts, "and")
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

// shares of the maximum at which the distribution is drawn.
var drawnShares = []float64{0.5, 0.8, 1}

// pickedSteps are the numbers of the steps whose load is nearest to those
// shares, each once.
func pickedSteps(run *record.Run, points []point) []int {
	candidates := ofModel(points, true)
	top := math.NaN()
	if c := run.Capacity; c != nil && sound(c.MaxThroughput) {
		top = c.MaxThroughput.Value
	}
	if len(candidates) == 0 {
		candidates, top = points, math.NaN()
	}
	var picked []int
	for _, share := range drawnShares {
		if n := nearest(candidates, share, top, picked); n > 0 {
			picked = append(picked, n)
		}
	}
	return picked
}

// nearest is the step nearest to a share of top, or of the highest load where
// top is unknown; 0 where none is left.
func nearest(points []point, share, top float64, taken []int) int {
	best, distance := 0, math.Inf(1)
	if math.IsNaN(top) {
		top = 0
		for _, p := range points {
			top = max(top, p.level)
		}
	}
	for _, p := range points {
		if len(p.distribution) == 0 || contains(taken, p.number) {
			continue
		}
		if d := math.Abs(p.level - share*top); d < distance {
			best, distance = p.number, d
		}
	}
	return best
}

func contains(numbers []int, n int) bool {
	for _, m := range numbers {
		if m == n {
			return true
		}
	}
	return false
}
