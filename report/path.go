package report

import (
	"cmp"
	"slices"
)

// Path is the line through the points: repeats of a level, and levels that
// are nearly the same, become one point in their middle, and doubtful points
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

// same is how far apart two loads may lie and yet be one: nearer ones lie on
// top of each other in any picture, and a line between them would only jitter.
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
