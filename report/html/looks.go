package html

import "loadline/report"

// look is the marker of a role; its colour and dashes are in the style sheet,
// so that dark and light may differ.
type look struct {
	Role   report.Role
	Marker string // path data around 0,0
}

const (
	circle   = "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z"
	square   = "M-2.7-2.7H2.7V2.7H-2.7Z"
	triangle = "M0-3.6L3.4 2.4H-3.4Z"
	diamond  = "M0-3.8L3.8 0L0 3.8L-3.8 0Z"
)

var looks = []look{
	{report.P50, circle}, {report.P95, square}, {report.P99, triangle},
	{report.OK, circle}, {report.Shed, square}, {report.Error, triangle}, {report.Timeout, diamond}, {report.Dropped, square},
	{report.Goodput, circle}, {report.Throughput, diamond}, {report.Sent, triangle}, {report.Service, diamond},
	{report.First, circle}, {report.Second, square}, {report.Third, triangle},
}
