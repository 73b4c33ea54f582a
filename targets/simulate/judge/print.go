package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// printRules writes all rules side by side.
func printRules(w io.Writer, names []string, all []*score) {
	fmt.Fprintln(w, "| rule | maximum within 3 % | error p50 / p90 | SLO capacity within 5 % | too high by more | error p50 / p90 | limit yields 85 % | load p50 / p90 |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- |")
	for i, s := range all {
		fmt.Fprintf(w, "| %s | %d/%d | %s | %d/%d | %d | %s | %d/%d | %.0f / %.0f s |\n", names[i],
			s.maxRight, s.services, spread(s.maxErrors), s.sloRight, s.sloWanted, s.sloOver, spread(s.sloErrors),
			s.yields, s.limited, quantile(s.loads, 0.5), quantile(s.loads, 0.9))
	}
}

func spread(errors []float64) string {
	a := absolute(errors)
	return fmt.Sprintf("%.1f / %.1f %%", 100*quantile(a, 0.5), 100*quantile(a, 0.9))
}

// printKinds writes ours by kind, and which figures each misses.
func printKinds(w io.Writer, s scores) {
	fmt.Fprintln(w, "| kind | found | maximum | SLO capacity | too high | intervals hold | limit yields | error of the maximum, SLO capacity (p90) |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, k := range kinds {
		sc, called := s.kinds[k.name]
		switch {
		case !called:
		case k.wants != "":
			fmt.Fprintf(w, "| %s | verdict %q: %d/%d | | | | | | |\n", k.name, k.wants, sc.verdictsRight, sc.verdicts)
		default:
			fmt.Fprintf(w, "| %s | %d | %d/%d | %d/%d | %d | %d/%d, %d/%d | %d/%d | %.1f, %.1f %% |\n", k.name, sc.found,
				sc.maxRight, sc.services, sc.sloRight, sc.sloWanted, sc.sloOver, sc.maxCovered, len(sc.maxErrors), sc.sloCovered, len(sc.sloErrors),
				sc.yields, sc.limited, 100*quantile(absolute(sc.maxErrors), 0.9), 100*quantile(absolute(sc.sloErrors), 0.9))
		}
	}
}

// printUnmet lists the kinds on which a figure is unmet.
func printUnmet(w io.Writer, s scores) {
	for _, f := range figures {
		if !f.applies(s.all) || f.met(s.all) {
			continue
		}
		var missing []string
		for _, k := range kinds {
			if sc := s.kinds[k.name]; sc != nil && f.applies(sc) && !f.met(sc) {
				missing = append(missing, fmt.Sprintf("%s (%s)", k.name, f.shown(f.value(sc))))
			}
		}
		fmt.Fprintf(w, "- %s: %s\n", f.text, strings.Join(missing, ", "))
	}
}

// printBudgets writes the error that is left at each budget.
func printBudgets(w io.Writer, budgets []time.Duration, all []*score) {
	fmt.Fprintln(w, "| budget | load, median | error of the maximum p50 / p90 | its interval (half-width) | error of the SLO capacity p50 / p90 | its interval | limit yields 85 % |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- |")
	for i, s := range all {
		fmt.Fprintf(w, "| %.0f s | %.0f s | %s | ±%.1f %% | %s | ±%.1f %% | %d/%d |\n", budgets[i].Seconds(), quantile(s.loads, 0.5),
			spread(s.maxErrors), 100*quantile(s.maxWidths, 0.5), spread(s.sloErrors), 100*quantile(s.sloWidths, 0.5), s.yields, s.limited)
	}
}
