package units

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestGolden(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Rate(195), "195/s"},
		{Rate(9.5312), "9.53/s"},
		{Rate(999.7), "1,000/s"},
		{Rate(12345), "12,345/s"},
		{Rate(1234567), "1,230,000/s"},
		{Rate(0), "0/s"},
		{Rate(0.5), "0.5/s"},
		{Rate(1e-9), "1e-9/s"},
		{Rate(1.234e9), "1.23e9/s"},
		{Rate(math.NaN()), "-"},
		{Rate(math.Inf(1)), "-"},
		{Seconds(0), "0s"},
		{Seconds(1e-9), "1ns"},
		{Seconds(12.3e-6), "12.3µs"},
		{Seconds(0.0401), "40.1ms"},
		{Seconds(0.25), "250ms"},
		{Seconds(0.9996), "1s"},
		{Seconds(1.256), "1.26s"},
		{Seconds(90), "90s"},
		{Seconds(125), "2m05s"},
		{Seconds(12000), "3h20m"},
		{Seconds(1e6), "11d13h"},
		{Seconds(-0.034), "-34ms"},
		{Seconds(1e9), "1e9s"},
		{Percent(0), "0%"},
		{Percent(0.0004), "<0.1%"},
		{Percent(0.123), "12.3%"},
		{Percent(0.9), "90%"},
		{Percent(0.99951), ">99.9%"},
		{Percent(1), "100%"},
		{Count(0), "0"},
		{Count(-1234567), "-1,234,567"},
		{Plural(1, "step"), "1 step"},
		{Plural(1200, "step"), "1,200 steps"},
		{Times(1.5), "1.5x"},
		{Cores(1), "1 core"},
		{Cores(1.25), "1.25 cores"},
		{Bytes(512 << 20), "512 MiB"},
		{Bytes(0), "0 B"},
		{Bytes(math.MaxInt64), "8,390,000 TiB"},
		{Nines.Format(1), "0%"},
		{Nines.Format(2), "50%"},
		{Nines.Format(10), "90%"},
		{Nines.Format(20), "95%"},
		{Nines.Format(1000), "99.9%"},
		{Nines.Format(0.5), "-"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestIntervalKeepsTheDigitsThatItsWidthSupports(t *testing.T) {
	for _, c := range []struct {
		value, low, high float64
		unit             Unit
		want             string
	}{
		{195.2, 190.1, 200.4, PerSecond, "195/s (190-200)"},
		{8.13, 7.6, 8.7, Whole, "8.13 (7.6-8.7)"},
		{1234.5, 1230, 1239, PerSecond, "1,235/s (1,230-1,239)"},
		{5, 5, 5, PerSecond, "5/s"},
		{5, math.NaN(), 6, Whole, "5"},
		{math.NaN(), 1, 2, Whole, "-"},
		{0, 0, 1, PerSecond, "0/s (0-1)"},
	} {
		if got := Interval(c.value, c.low, c.high, c.unit); got != c.want {
			t.Errorf("Interval(%v, %v, %v) = %q, want %q", c.value, c.low, c.high, got, c.want)
		}
	}
}

func TestAnyNumberIsShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		for _, unit := range []Unit{PerSecond, Second, Ratio, Whole, Nines} {
			text := unit.Format(v)
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
				t.Fatalf("%v is shown as %q", v, text)
			}
			if unit != Ratio && len(text) > 16 {
				t.Fatalf("%v is shown as %q: too long for a column", v, text)
			}
		}
	})
}
