package report

import (
	"math"

	"loadline/attack/record"
	"loadline/report/units"
)

// absurd is beyond any rate or time that a machine can have: such a number is
// a fault, and no axis could hold it.
const absurd = 1e15

// usable says that v can be drawn and written.
func usable(v float64) bool { return !math.IsNaN(v) && math.Abs(v) <= absurd }

// value is *p where there is a usable one; NaN otherwise, which every builder
// in this package leaves out.
func value(p *float64) float64 {
	if p == nil || !usable(*p) {
		return math.NaN()
	}
	return *p
}

func seconds(s *record.Span) float64 {
	if s == nil {
		return math.NaN()
	}
	return s.Seconds()
}

// sound says that an estimate has a value and an interval around it.
func sound(e *record.Estimate) bool {
	return e != nil && usable(e.Value) && usable(e.Low) && usable(e.High)
}

func rate(p *float64) string { return units.Rate(value(p)) }

func span(s *record.Span) string { return units.Seconds(seconds(s)) }

// estimate is an estimate in words, with its confidence where said is true:
// "195/s (190-200, 95% interval)".
func estimate(e *record.Estimate, unit units.Unit) string {
	if e == nil {
		return units.Missing
	}
	return units.Interval(e.Value, e.Low, e.High, unit)
}
