package report

import "loadline/report/units"

// shareAxes gives charts with the same horizontal axis the same range, so that
// one can be read above the other.
func shareAxes(charts []Chart) {
	for i := range charts {
		for j := range charts {
			if a, b := &charts[i].X, &charts[j].X; a.Title == b.Title {
				a.take(b.Max)
				a.take(b.Floor)
			}
		}
	}
	for i := range charts {
		c := &charts[i]
		c.X.Log = c.X.Unit == units.Nines || c.X.spread() >= crowded(c.X.Unit)
		c.Y.Log = c.Y.Unit == units.Second && c.Y.spread() >= slow
	}
}

// slow is how many times the fastest the slowest time must be for a
// logarithmic axis to show more than a linear one.
const slow = 8

// crowded is the same for horizontal axes: loads are best seen on a linear one
// unless they differ by hundreds, and doublings of concurrency are not.
func crowded(unit units.Unit) float64 {
	if unit == units.Whole {
		return 16
	}
	return 200
}
