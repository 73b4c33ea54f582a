package html

import (
	"fmt"

	"loadline/report"
)

// stripPicture is a step's course over its time, small enough for a table.
func stripPicture(s report.Strip) svg {
	const w, h, edge = 180.0, 28.0, 2.0
	axis := report.Axis{Unit: s.Unit, Max: s.Top()}.Scale(false, 2)
	out := svg{
		ID: fmt.Sprintf("strip-%d", s.Step), Class: "strip", W: w, H: h,
		Title: fmt.Sprintf("Step %d at %s: %s over its time", s.Step, s.Load, s.Quantity),
		Desc:  fmt.Sprintf("%s. From %s to %s, at most %s.", s.Verdict, s.First(), s.Last(), s.Most()),
	}
	var spots []spot
	for i, v := range s.Values {
		x := edge + (w-2*edge)*(float64(i)+0.5)/float64(len(s.Values))
		spots = append(spots, spot{x, h - edge - axis.At(v)*(h-2*edge)})
	}
	out.line("axis", 0, h-1, w, h-1)
	out.path("line sent", polyline(dotted(spots)))
	return out
}

// dotted makes a path of one spot long enough to be seen.
func dotted(spots []spot) []spot {
	if len(spots) != 1 {
		return spots
	}
	return []spot{spots[0], {spots[0].x + 2, spots[0].y}}
}
