package slo

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// SLO is a service level objective: all of its clauses have to hold.
type SLO []Clause

// String is the objective in canonical form; Parse reads it back.
func (s SLO) String() string {
	var out []string
	for _, c := range s {
		out = append(out, c.String())
	}
	return strings.Join(out, ",")
}

// Error is an objective that cannot be read: a usage error.
type Error struct {
	Clause string // as given
	Reason string
}

// Error names the clause, what is wrong with it, and what would be right.
func (e *Error) Error() string {
	return fmt.Sprintf("slo %q: %s (for example \"p99<250ms,errors<1%%\")", e.Clause, e.Reason)
}

// Parse reads clauses joined by commas: a quantile (p50, p90, p95, p99, p999),
// mean or max below a duration, and errors or shed below a share ("1%" or
// "0.01"). The error is an *Error and names the clause and the value.
func Parse(text string) (SLO, error) {
	var out SLO
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		c, err := clause(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		if seen[c.Name] {
			return nil, &Error{part, c.Name + " is given twice"}
		}
		seen[c.Name] = true
		out = append(out, c)
	}
	return out, nil
}

func clause(text string) (Clause, error) {
	name, value, found := strings.Cut(text, "<")
	if !found {
		return Clause{}, &Error{text, "a clause is NAME<VALUE"}
	}
	name = strings.ToLower(strings.TrimSpace(name))
	if name == "p99.9" {
		name = "p999"
	}
	value = strings.TrimSpace(strings.TrimPrefix(value, "="))
	_, quantile := tails[name]
	switch {
	case quantile || name == Mean:
		limit, reason := limit(value)
		return Clause{Name: name, Limit: limit, Share: tails[name]}, wrong(text, reason)
	case name == Errors || name == Shed:
		share, reason := share(value)
		return Clause{Name: name, Share: share}, wrong(text, reason)
	}
	return Clause{}, &Error{text, fmt.Sprintf("%q is none of p50, p90, p95, p99, p999, mean, max, errors, shed", name)}
}

// wrong is nil, as an error, where there is no reason.
func wrong(text, reason string) error {
	if reason == "" {
		return nil
	}
	return &Error{text, reason}
}

func limit(value string) (d time.Duration, reason string) {
	d, err := time.ParseDuration(value)
	switch {
	case err != nil:
		return 0, fmt.Sprintf("%q is not a duration such as 250ms", value)
	case d <= 0:
		return 0, fmt.Sprintf("%q is not above 0", value)
	}
	return d, ""
}

func share(value string) (share float64, reason string) {
	number, percent := strings.CutSuffix(value, "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || math.IsNaN(share) {
		return 0, fmt.Sprintf("%q is not a share such as 1%% or 0.01", value)
	}
	switch {
	case percent:
		share /= 100
	case share >= 1 && share <= 100:
		return 0, fmt.Sprintf("%q may be a percentage or a share: write %s%% or a share below 1", value, number)
	}
	if share <= 0 || share > 1 {
		return 0, fmt.Sprintf("%q is not above 0%% and up to 100%%", value)
	}
	return share, ""
}
