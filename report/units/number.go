package units

import (
	"math"
	"strconv"
	"strings"
)

// Missing stands where nobody measured a value.
const Missing = "-"

// digits is how many significant digits a measured number is shown with.
const digits = 3

// Number is v with three significant digits and thousands separated: "1,230",
// "19.5", "0.042"; beyond a million and below a thousandth as "1.23e9".
func Number(v float64) string { return number(v, digits) }

func number(v float64, significant int) string {
	switch magnitude := math.Abs(v); {
	case !finite(v):
		return Missing
	case magnitude == 0:
		return "0"
	case magnitude >= 1e7 || magnitude < 1e-3:
		return scientific(v, significant)
	}
	decimals := significant - 1 - exponent(v, significant)
	if decimals <= 0 {
		return separated(strconv.FormatFloat(roundTo(v, decimals), 'f', 0, 64))
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', decimals, 64), ".")
	return trimmed(separated(whole) + "." + fraction)
}

// Count is a whole number with thousands separated: "12,345".
func Count(n int64) string { return separated(strconv.FormatInt(n, 10)) }

// Plural is a number of things: "1 step", "2 steps".
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(int64(n)) + " " + thing + "s"
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// exponent is the decimal exponent that v has once it is rounded: 999.7 with
// three digits is 1,000 and has 3.
func exponent(v float64, significant int) int {
	text := strconv.FormatFloat(v, 'e', significant-1, 64)
	n, _ := strconv.Atoi(text[strings.IndexByte(text, 'e')+1:])
	return n
}

// roundTo rounds to so many decimals, which may be negative. Whole numbers
// below a hundred thousand are left whole: "1,234/s" reads better than "1,230/s".
func roundTo(v float64, decimals int) float64 {
	if math.Abs(v) < 1e5 {
		return math.Round(v)
	}
	scale := math.Pow(10, float64(-decimals))
	return math.Round(v/scale) * scale
}

func scientific(v float64, significant int) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', significant-1, 64), "e")
	n, _ := strconv.Atoi(exponent)
	return trimmed(mantissa) + "e" + strconv.Itoa(n)
}

// trimmed drops zeros that say nothing: "0.250" is "0.25".
func trimmed(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

func separated(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}
