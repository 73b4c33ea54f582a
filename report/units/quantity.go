package units

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Rate is a number of requests per second: "195/s", "0.5/s".
func Rate(perSecond float64) string { return suffixed(Number(perSecond), "/s") }

// Seconds is a time in the unit that fits it: "120µs", "40ms", "1.25s", "2m05s".
func Seconds(s float64) string {
	switch magnitude := math.Abs(s); {
	case !finite(s):
		return Missing
	case magnitude == 0:
		return "0s"
	case magnitude < 999.5e-9:
		return Number(s*1e9) + "ns"
	case magnitude < 999.5e-6:
		return Number(s*1e6) + "µs"
	case magnitude < 999.5e-3:
		return Number(s*1e3) + "ms"
	case magnitude < 119.5:
		return Number(s) + "s"
	case magnitude < 1e9:
		return clock(s)
	default:
		return Number(s) + "s"
	}
}

// clock is a longer time as people read it: "2m05s", "3h20m", "12d4h".
func clock(s float64) string {
	sign := ""
	if s < 0 {
		sign, s = "-", -s
	}
	whole := int64(math.Round(s))
	minutes, hours, days := whole/60, whole/3600, whole/86400
	switch {
	case hours == 0:
		return fmt.Sprintf("%s%dm%02ds", sign, minutes, whole%60)
	case days < 2:
		return fmt.Sprintf("%s%dh%02dm", sign, hours, minutes%60)
	default:
		return fmt.Sprintf("%s%sd%dh", sign, Count(days), hours%24)
	}
}

// Percent is a ratio of 0-1: "12.3%". What is not nothing never reads "0%",
// and what is not everything never "100%".
func Percent(ratio float64) string {
	switch {
	case !finite(ratio):
		return Missing
	case ratio > 0 && ratio < 0.001:
		return "<0.1%"
	case ratio > 0.999 && ratio < 1:
		return ">99.9%"
	case math.Abs(ratio) >= 10:
		return suffixed(Number(ratio*100), "%")
	}
	return suffixed(trimmed(strconv.FormatFloat(ratio*100, 'f', 1, 64)), "%")
}

// Times is a factor: "1.5x".
func Times(factor float64) string { return suffixed(Number(factor), "x") }

// Cores is an amount of CPU: "1.25 cores".
func Cores(cores float64) string {
	n := Number(cores)
	if n == "1" {
		return "1 core"
	}
	return suffixed(n, " cores")
}

// Bytes is an amount of memory in binary units: "512 MiB".
func Bytes(n int64) string {
	v := float64(n)
	for _, unit := range []string{"B", "KiB", "MiB", "GiB", "TiB"} {
		if math.Abs(v) < 1024 || unit == "TiB" {
			return Number(v) + " " + unit
		}
		v /= 1024
	}
	return Missing
}

func suffixed(number, unit string) string {
	if number == Missing {
		return Missing
	}
	return strings.TrimSpace(number) + unit
}
