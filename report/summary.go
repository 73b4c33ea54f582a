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
		ended := s.Ended()
		counts.OK, counts.Shed = counts.OK+ended.OK, counts.Shed+ended.Shed
		counts.Error, counts.Timeout = counts.Error+ended.Error, counts.Timeout+ended.Timeout
		for _, e := range s.Errors {
			if e.Count > cause.Count && e.Class != record.Interrupted {
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
	at, ended := "At "+loadName(s.Load), s.Ended()
	if ended.Total() == 0 {
		return at + " no request ended" + underWay(s) + "."
	}
	text := fmt.Sprintf("%s, %s of %s requests succeeded", at, share(ended, ended.OK), units.Count(ended.Total()))
	if s.Dropped > 0 {
		text = fmt.Sprintf("%s, %s of %s scheduled requests were never sent (%s); %s of the other %s succeeded", at,
			units.Count(s.Dropped), units.Count(s.Scheduled), units.Percent(float64(s.Dropped)/float64(s.Scheduled)),
			share(ended, ended.OK), units.Count(ended.Total()))
	}
	if ended.Shed > 0 {
		text += ", " + share(ended, ended.Shed) + " were refused"
	}
	if ended.Failed() > 0 {
		text += ", " + share(ended, ended.Failed()) + " failed"
	}
	return text + underWay(s) + responseWords(s.Response.OK) + "."
}

// underWay tells of the requests that the end of the run cut off.
func underWay(s *record.Step) string {
	switch n := s.Abandoned(); n {
	case 0:
		return ""
	case 1:
		return "; 1 was under way when the run was stopped"
	default:
		return "; " + units.Count(n) + " were under way when the run was stopped"
	}
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
