package main

import (
	"fmt"
	"io"
)

// figure is one of those that the search has to reach.
type figure struct {
	text  string
	value func(*score) float64
	bound float64
	most  bool // the bound is an upper one
	print string
}

var figures = []figure{
	{"1. maximum within 3 %", func(s *score) float64 { return share(s.maxRight, s.services) }, 0.95, false, "%"},
	{"1. load until then, median", func(s *score) float64 { return quantile(s.maxLoads, 0.5) }, 45, true, "s"},
	{"2. SLO capacity within 5 %", func(s *score) float64 { return share(s.sloRight, s.sloWanted) }, 0.95, false, "%"},
	{"2. SLO capacity more than 5 % too high", func(s *score) float64 { return share(s.sloOver, s.sloWanted) }, 0.01, true, "%"},
	{"2. load, median", func(s *score) float64 { return quantile(s.loads, 0.5) }, 120, true, "s"},
	{"2. load, p90", func(s *score) float64 { return quantile(s.loads, 0.9) }, 200, true, "s"},
	{"3. interval of the maximum holds the truth", func(s *score) float64 { return share(s.maxCovered, len(s.maxErrors)) }, 0.93, false, "%"},
	{"3. interval of the SLO capacity holds the truth", func(s *score) float64 { return share(s.sloCovered, len(s.sloErrors)) }, 0.93, false, "%"},
	{"3. half-width of the maximum, median", func(s *score) float64 { return quantile(s.maxWidths, 0.5) }, 0.03, true, "%"},
	{"3. half-width of the SLO capacity, median", func(s *score) float64 { return quantile(s.sloWidths, 0.5) }, 0.03, true, "%"},
	{"4. the limit yields 85 % of the maximum", func(s *score) float64 { return share(s.yields, s.limited) }, 0.95, false, "%"},
	{"5. right verdict where there is no number", func(s *score) float64 { return share(s.verdictsRight, s.verdicts) }, 0.95, false, "%"},
	{"5. confirmed all the same", func(s *score) float64 { return share(s.wronglyConfirmed, s.verdicts) }, 0, true, "%"},
}

func (f figure) met(s *score) bool {
	if f.most {
		return f.value(s) <= f.bound
	}
	return f.value(s) >= f.bound
}

// applies says whether a score has what the figure is about.
func (f figure) applies(s *score) bool {
	if f.text[0] == '5' {
		return s.verdicts > 0
	}
	return s.services > 0
}

func (f figure) shown(v float64) string {
	if f.print == "%" {
		return fmt.Sprintf("%.1f %%", 100*v)
	}
	return fmt.Sprintf("%.0f s", v)
}

// printFigures writes what has to be reached and what was.
func printFigures(w io.Writer, s *score) {
	fmt.Fprintln(w, "| what | has to be | is | |\n| --- | --- | --- | --- |")
	for _, f := range figures {
		if !f.applies(s) {
			continue
		}
		sign, verdict := "≥", "met"
		if f.most {
			sign = "≤"
		}
		if !f.met(s) {
			verdict = "**unmet**"
		}
		fmt.Fprintf(w, "| %s | %s %s | %s | %s |\n", f.text, sign, f.shown(f.bound), f.shown(f.value(s)), verdict)
	}
}
