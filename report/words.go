package report

import (
	"strings"

	"loadline/report/units"
)

// ends tells in words where every line begins and ends.
func ends(lines []Line) string {
	var parts []string
	for _, l := range lines {
		path := l.Path()
		if len(path) == 0 {
			continue
		}
		unit := unitOf(l.Role)
		first, last := unit.Format(path[0].Y), unit.Format(path[len(path)-1].Y)
		if len(path) == 1 {
			parts = append(parts, l.Name+" "+first)
			continue
		}
		parts = append(parts, l.Name+" from "+first+" to "+last)
	}
	if len(parts) == 0 {
		return ""
	}
	return "From the first to the last: " + listed(parts, "and") + "."
}

// listed joins parts as a sentence does: "a, b and c".
func listed(parts []string, last string) string {
	n := len(parts)
	if n < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:n-1], ", ") + " " + last + " " + parts[n-1]
}

// unitOf is what a line of this role is measured in.
func unitOf(r Role) units.Unit {
	switch r {
	case OK, Shed, Error, Timeout, Dropped:
		return units.Ratio
	case Throughput, Goodput, Sent:
		return units.PerSecond
	}
	return units.Second
}
