package units

import (
	"math"
	"strconv"
)

// Unit says what a number on an axis or in a column measures.
type Unit uint8

// The units that charts and tables are drawn in.
const (
	PerSecond Unit = iota // requests per second
	Second                // a time
	Ratio                 // 0-1, shown as per cent
	Whole                 // a number of things: requests in flight
	Nines                 // 1/(1-q) for a quantile q: equal steps per nine on a log axis
)

// Format is v in the unit.
func (u Unit) Format(v float64) string {
	switch u {
	case PerSecond:
		return Rate(v)
	case Second:
		return Seconds(v)
	case Ratio:
		return Percent(v)
	case Nines:
		return quantile(v)
	default:
		return Number(v)
	}
}

func (u Unit) suffix(number string) string {
	if u == PerSecond {
		return number + "/s"
	}
	return number
}

// mostDecimals of a quantile: one in ten billion is more than any run counts.
const mostDecimals = 8

// quantile names the quantile q = 1-1/v: "50%" for 2, "99.9%" for 1000.
func quantile(v float64) string {
	if !finite(v) || v < 1 {
		return Missing
	}
	decimals := min(max(0, int(math.Ceil(math.Log10(v)-1e-9))-2), mostDecimals)
	return trimmed(strconv.FormatFloat(100*(1-1/v), 'f', decimals, 64)) + "%"
}
