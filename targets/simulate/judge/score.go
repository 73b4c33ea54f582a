package main

import (
	"math"
	"slices"

	"loadline/analyze"
	"loadline/attack/record"
)

// score adds up how well answers of one kind, or of all, did.
type score struct {
	services int

	maxRight, maxCovered    int
	sloWanted, sloRight     int
	sloOver, sloCovered     int
	limited, yields         int
	found                   int
	maxErrors, sloErrors    []float64 // relative, signed
	maxWidths, sloWidths    []float64 // half-widths of the intervals, relative
	loads, maxLoads         []float64 // seconds
	verdicts, verdictsRight int
	wronglyConfirmed        int
}

// What is right, as shares of the truth.
const (
	maxOff  = 0.03
	sloOff  = 0.05
	yielded = 0.85
)

// number judges an answer about a stationary service.
func (sc *score) number(s service, t known, a answer) {
	sc.services++
	sc.loads, sc.maxLoads = append(sc.loads, a.load), append(sc.maxLoads, a.maxAfter)
	if a.max != nil {
		off := a.max.Value/t.Max - 1
		sc.maxErrors = append(sc.maxErrors, off)
		sc.maxWidths = append(sc.maxWidths, a.max.HalfWidth())
		count(&sc.maxRight, math.Abs(off) <= maxOff)
		count(&sc.maxCovered, covers(a.max, t.Max))
	}
	if t.SLO > 0 {
		sc.sloWanted++
		sc.objective(t, a)
	}
	sc.limited++
	count(&sc.found, a.outcome == record.Found)
	count(&sc.yields, a.limit > 0 && s.rateAt(a.limit) >= yielded*t.Max)
}

func (sc *score) objective(t known, a answer) {
	if a.slo == nil {
		return
	}
	off := a.slo.Value/t.SLO - 1
	sc.sloErrors = append(sc.sloErrors, off)
	sc.sloWidths = append(sc.sloWidths, a.slo.HalfWidth())
	count(&sc.sloRight, math.Abs(off) <= sloOff)
	count(&sc.sloOver, off > sloOff)
	count(&sc.sloCovered, covers(a.slo, t.SLO))
}

// verdict judges an answer about a service that has no number.
func (sc *score) verdict(wants verdict, a answer) {
	sc.verdicts++
	right := string(a.outcome) == string(wants)
	for _, f := range a.findings {
		right = right || f.Kind == string(wants)
		count(&sc.wronglyConfirmed, f.Kind == analyze.Confirmed)
	}
	count(&sc.verdictsRight, right)
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}

func covers(e *record.Estimate, truth float64) bool { return e.Low <= truth && truth <= e.High }

// quantile of values, 0 where there are none.
func quantile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted[int(math.Round(p*float64(len(sorted)-1)))]
}

func absolute(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = math.Abs(v)
	}
	return out
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}
