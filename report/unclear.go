package report

import (
	"slices"
	"time"

	"loadline/analyze/slo"
	"loadline/report/units"
)

// unclear is why none of the loads asked for shows whether a clause holds:
// those that count are judged. Where none was asked for there is no more to say.
func unclear(objective slo.SLO, c slo.Clause, asked, judged []point) string {
	switch {
	case len(asked) == 0:
		return ""
	case len(judged) == 0 && slices.ContainsFunc(asked, func(p point) bool { return p.limited }):
		return "the generator was the limit"
	case len(judged) == 0:
		return "no request ended"
	}
	largest := slices.MaxFunc(judged, func(a, b point) int { return int(a.counts.Total() - b.counts.Total()) })
	text := "from " + units.Plural(int(largest.counts.Total()), "request") + " it cannot be told"
	n, load := objective.Enough(c, largest.step)
	if n == 0 {
		return text + ", nor from many more: they are right at the bound"
	}
	text += ", it takes about " + units.Count(n)
	if load >= time.Second {
		text += " (" + units.Seconds(load.Round(time.Second).Seconds()) + " of that load)"
	}
	return text
}

// reasons are clauses that no load decides, grouped by why.
type reasons struct {
	whys    []string
	clauses [][]string
}

func (r *reasons) add(c Clause) {
	at := slices.Index(r.whys, c.Unclear)
	if at < 0 {
		at, r.whys, r.clauses = len(r.whys), append(r.whys, c.Unclear), append(r.clauses, nil)
	}
	r.clauses[at] = append(r.clauses[at], c.Text)
}

func (r *reasons) sentences() []string {
	var out []string
	for i, why := range r.whys {
		verb := " holds"
		if len(r.clauses[i]) > 1 {
			verb = " hold"
		}
		out = append(out, "Whether "+listed(r.clauses[i], "and")+verb+" is not known"+colon(why)+".")
	}
	return out
}

// colon puts a reason behind what it is the reason of, if there is one.
func colon(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}
