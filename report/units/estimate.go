package units

import "math"

// Interval is a value with what it may be: "195/s (190-200)". The digits
// follow the width of the interval, since those beyond it say nothing; where
// the interval is a point or is not known, the value stands alone.
func Interval(value, low, high float64, unit Unit) string {
	if !finite(value) {
		return Missing
	}
	if !finite(low) || !finite(high) || low >= high {
		return unit.Format(value)
	}
	n := significant(value, high-low)
	return unit.suffix(number(value, n)) + " (" + number(low, n) + "-" + number(high, n) + ")"
}

// significant is how many digits of value an interval of this width supports: 3-6.
func significant(value, width float64) int {
	if value == 0 {
		return digits
	}
	n := int(math.Floor(math.Log10(math.Abs(value)))-math.Round(math.Log10(width))) + 2
	return min(max(n, digits), 6)
}
