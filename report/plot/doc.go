// Package plot renders a report as a picture: response time and outcomes
// against load, one above the other on the same axis, and throughput and
// response time against what was in flight.
//
// It draws on the canvas of gonum/plot. Positions come from report.Scale and
// never from gonum's own axes, which panic on logarithms of nothing: a picture
// is drawn from any report, even from an empty one.
package plot
