package report

import (
	"math"

	"loadline/report/units"
)

// Axis is one direction of a chart, in data units.
type Axis struct {
	Title string
	Unit  units.Unit
	Log   bool    // the scale that shows these values best
	Max   float64 // the largest value drawn; 0 or more
	Floor float64 // the smallest positive value drawn; 0: there is none
}

// Tick is a labelled place on an axis.
type Tick struct {
	Value float64
	Label string
}

// Scale maps an axis onto 0-1. Min < Max, both finite; on a logarithmic one
// both are positive.
type Scale struct {
	Log      bool
	Min, Max float64
	Ticks    []Tick
}

// take widens the axis so that it shows v.
func (a *Axis) take(v float64) {
	if !usable(v) {
		return
	}
	a.Max = max(a.Max, v)
	if v > 0 && (a.Floor == 0 || v < a.Floor) {
		a.Floor = v
	}
}

// spread is how many times the smallest positive value goes into the largest.
func (a *Axis) spread() float64 {
	if a.Floor == 0 {
		return 1
	}
	return a.Max / a.Floor
}

// Scale is the axis with round ends and about so many ticks. A logarithmic
// scale of an axis without a positive value is a linear one.
func (a Axis) Scale(log bool, ticks int) Scale {
	if log && a.Floor > 0 {
		return a.logarithmic(ticks)
	}
	return a.linear(ticks)
}

// air is how much room an axis leaves beyond its largest value.
const air = 1.04

func (a Axis) linear(ticks int) Scale {
	s := Scale{Max: a.Max * air}
	switch {
	case a.Max <= 0:
		s.Max = 1
	case a.Unit == units.Ratio && a.Max <= 1:
		s.Max = a.Max
	}
	step := roundStep(s.Max / float64(ticks))
	if a.Unit == units.Whole {
		step = max(step, 1)
	}
	for i := 0; float64(i)*step <= s.Max*(1+1e-9); i++ {
		s.Ticks = append(s.Ticks, a.tick(float64(i)*step))
	}
	return s
}

func (a Axis) tick(v float64) Tick { return Tick{v, a.Unit.Format(v)} }

// roundStep is the smallest of 1, 2, 5 times a power of ten that is not below v.
func roundStep(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= v*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

func (a Axis) logarithmic(ticks int) Scale {
	s := Scale{Log: true, Min: below(a.Floor / air), Max: a.Max * air * air}
	if s.Max < 2*s.Min {
		s.Max = 2 * s.Min
	}
	for _, v := range logTicks(s.Min, s.Max, ticks) {
		s.Ticks = append(s.Ticks, a.tick(v))
	}
	return s
}

// below is the largest of 1, 2, 3, 5, 7 times a power of ten that is not above v.
func below(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)+1e-12))
	for _, m := range []float64{7, 5, 3, 2} {
		if m*power <= v*(1+1e-9) {
			return m * power
		}
	}
	return power
}

// logTicks are 1, 2 and 5 of every decade where there is room for them, and
// otherwise powers of ten at an even distance.
func logTicks(low, high float64, ticks int) []float64 {
	decades := math.Log10(high / low)
	mantissas, stride := []float64{1, 2, 5}, 1
	switch room := 1.6 * float64(ticks); {
	case 3*decades <= room:
	case 2*decades <= room:
		mantissas = []float64{1, 3}
	default:
		mantissas, stride = []float64{1}, max(1, int(math.Ceil(decades/float64(ticks))))
	}
	var out []float64
	for e := int(math.Floor(math.Log10(low) + 1e-9)); math.Pow10(e) <= high*(1+1e-9); e += stride {
		for _, m := range mantissas {
			if v := m * math.Pow10(e); v >= low*(1-1e-9) && v <= high*(1+1e-9) {
				out = append(out, v)
			}
		}
	}
	return out
}

// At is where v lies between the ends, 0-1; what lies outside is put on the edge.
func (s Scale) At(v float64) float64 {
	at := (v - s.Min) / (s.Max - s.Min)
	if s.Log {
		at = math.Log(max(v, s.Min)/s.Min) / math.Log(s.Max/s.Min)
	}
	return min(max(at, 0), 1)
}
