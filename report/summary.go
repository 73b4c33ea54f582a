package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"loadline/attack/record"
	"loadline/report/units"
)

// nothing names the cause where no request succeeded: the analysis' own words,
// or what was counted.
func nothing(run *record.Run) string {
	counts, cause := record.Counts{}, record.ErrorClass{}
	for i := range run.Steps {
		s := &run.Steps[i]
		counts.OK, counts.Shed = counts.OK+s.Counts.OK, counts.Shed+s.Counts.Shed
		counts.Error, counts.Timeout = counts.Error+s.Counts.Error, counts.Timeout+s.Counts.Timeout
		for _, e := range s.Errors {
			if e.Count > cause.Count {
				cause = e
			}
		}
	}
	switch causes := texts(run.Findings, record.Fail); {
	case len(causes) > 0 && counts.Total() > 0:
		return "No capacity. " + causes[0] + "."
	case counts.Total() == 0:
		return "No capacity: no request ended."
	case counts.OK > 0 && len(run.Settings.Rates) > 0:
		return fmt.Sprintf("No capacity: even the lowest rate, %s, was more than the service kept up with, or too little was measured to tell. Offer lower rates too.",
			units.Rate(slices.Min(run.Settings.Rates)))
	case counts.OK > 0:
		return fmt.Sprintf("No capacity: too little was measured to find one (%s of %s requests succeeded).%s", units.Count(counts.OK), units.Count(counts.Total()), longer(run))
	case counts.Shed == counts.Total():
		return fmt.Sprintf("No capacity: all of %s requests were refused.", units.Count(counts.Total()))
	case cause.Class == "":
		return fmt.Sprintf("No capacity: none of %s requests succeeded.", units.Count(counts.Total()))
	}
	return fmt.Sprintf("No capacity: none of %s requests succeeded, mostly %s.", units.Count(counts.Total()), cited(cause))
}

func cited(e record.ErrorClass) string {
	if e.Example == "" {
		return line(e.Class)
	}
	return line(e.Class) + " (" + line(e.Example) + ")"
}

// summary is the verdict of a run that looked for no capacity.
func summary(run *record.Run) string {
	if len(run.Steps) == 1 {
		return oneStep(&run.Steps[0])
	}
	best := number(run.Steps)[0]
	for _, s := range number(run.Steps) {
		if sound(s.Goodput) && (!sound(best.Goodput) || s.Goodput.Value > best.Goodput.Value) {
			best = s
		}
	}
	if !sound(best.Goodput) || best.Goodput.Value <= 0 {
		return nothing(run)
	}
	return fmt.Sprintf("Of %d loads, %s brought the most successful answers: %s. No capacity was derived.",
		len(run.Steps), loadName(best.Load), estimate(best.Goodput, units.PerSecond))
}

// longer says which budget is likely to suffice where that of the run did not:
// a few seconds, and what the requests take of which a search needs some
// hundreds one after another.
func longer(run *record.Run) string {
	budget := run.Settings.Budget
	if budget == nil {
		return ""
	}
	const alone = 300
	wanted := 10 * time.Second
	for i := range run.Steps {
		if q := run.Steps[i].Service.OK; q != nil && q.P50 != nil && run.Steps[i].Load == record.ClosedLoad(1) {
			wanted = max(wanted, 8*time.Second+alone*q.P50.Std())
		}
	}
	if wanted <= budget.Std() {
		return ""
	}
	wanted = (wanted + time.Second - 1).Truncate(time.Second)
	return fmt.Sprintf(" The budget of %s was too short: give it about %s (--budget).", budget.Std(), wanted)
}

// oneStep tells how one constant load went.
func oneStep(s *record.Step) string {
	if s.Counts.Total() == 0 {
		return fmt.Sprintf("At %s no request ended.", loadName(s.Load))
	}
	text := fmt.Sprintf("At %s, %s of %s requests succeeded", loadName(s.Load), share(s.Counts, s.Counts.OK), units.Count(s.Counts.Total()))
	if s.Dropped > 0 {
		text = fmt.Sprintf("At %s, %s of %s scheduled requests were never sent (%s); %s of the other %s succeeded", loadName(s.Load),
			units.Count(s.Dropped), units.Count(s.Scheduled), units.Percent(float64(s.Dropped)/float64(s.Scheduled)),
			share(s.Counts, s.Counts.OK), units.Count(s.Counts.Total()))
	}
	if s.Counts.Shed > 0 {
		text += ", " + share(s.Counts, s.Counts.Shed) + " were refused"
	}
	if s.Counts.Failed() > 0 {
		text += ", " + share(s.Counts, s.Counts.Failed()) + " failed"
	}
	return text + responseWords(s.Response.OK) + "."
}

// responseWords are the quantiles that so many samples could show.
func responseWords(q *record.Quantiles) string {
	if q == nil {
		return ""
	}
	var parts []string
	for _, p := range []struct {
		name string
		at   *record.Span
	}{{"p50", q.P50}, {"p99", q.P99}, {"maximum", q.Max}} {
		if p.at != nil {
			parts = append(parts, p.name+" "+span(p.at))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "; response time " + strings.Join(parts, ", ")
}
