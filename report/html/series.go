package html

import (
	"slices"

	"loadline/report"
)

// series draws a line: its interval as a band, the path, what was measured.
func (d *drawing) series(l report.Line) {
	role, path := string(l.Role), l.Path()
	d.path("band "+role, d.band(path))
	var spots []spot
	for _, p := range path {
		spots = append(spots, d.at(p.X, p.Y))
	}
	if len(spots) > 1 {
		d.path("line "+role, polyline(spots))
	}
	if len(l.Points) > crowd && len(spots) > 1 {
		return
	}
	var sure, hollow []spot
	for _, p := range l.Points {
		if p.Hollow() {
			hollow = append(hollow, d.at(p.X, p.Y))
		} else {
			sure = append(sure, d.at(p.X, p.Y))
		}
	}
	d.path("dots "+role, dots(sure))
	d.path("dots hollow", dots(hollow))
}

// crowd is how many markers a line carries before they hide it.
const crowd = 60

// dots is path data with a vertex at every spot: markers sit on vertices. A
// single one is doubled, since a path of one vertex may have no marker.
func dots(spots []spot) string {
	if len(spots) == 1 {
		spots = append(spots, spots[0])
	}
	return polyline(spots)
}

// band is the outline of a path's interval; nothing where no point has one.
func (d *drawing) band(path []report.Point) string {
	wide := false
	var out []spot
	for _, p := range path {
		wide = wide || p.Low < p.High
		out = append(out, d.at(p.X, p.High))
	}
	if !wide || len(path) < 2 {
		return ""
	}
	for _, p := range slices.Backward(path) {
		out = append(out, d.at(p.X, p.Low))
	}
	return polyline(out) + "Z"
}
