package report

import (
	"cmp"
	"slices"
	"strconv"

	"loadline/report/units"
)

// numbers are the chart's points as a table: a row a step, or a row a
// quantile where the lines are distributions.
func (c *Chart) numbers() Table {
	if c.ID == QuantileChart {
		return c.quantileNumbers()
	}
	type place struct {
		x    float64
		step int
	}
	var places []place
	for _, l := range c.Lines {
		for _, p := range l.Points {
			if at := (place{p.X, p.Step}); !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.step, b.step)) })
	columns := []column[place]{
		{Column{"step", "Step", true, 0}, func(at place) string { return strconv.Itoa(at.step) }},
		{Column{c.X.Title, c.X.Title, true, 0}, func(at place) string { return c.X.Unit.Format(at.x) }},
	}
	for _, l := range c.Lines {
		columns = append(columns, column[place]{Column{l.Name, l.Name, true, 0}, func(at place) string {
			return l.cell(at.step, c.Y.Unit)
		}})
	}
	return tableOf(columns, places)
}

func (l Line) cell(step int, unit units.Unit) string {
	for _, p := range l.Points {
		if p.Step == step {
			return units.Interval(p.Y, p.Low, p.High, unit)
		}
	}
	return units.Missing
}

// quantileNumbers has the usual quantiles; one beyond what was seen is missing.
func (c *Chart) quantileNumbers() Table {
	columns := []column[float64]{
		{Column{"quantile", "Quantile", true, 0}, units.Nines.Format},
	}
	for _, l := range c.Lines {
		columns = append(columns, column[float64]{Column{l.Name, l.Name, true, 0}, l.quantile})
	}
	return tableOf(columns, []float64{2, 4, 10, 20, 100, 1000, 10000})
}
