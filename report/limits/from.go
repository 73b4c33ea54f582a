package limits

import (
	"fmt"
	"net/url"

	"loadline/attack/record"
)

// Untrusted says why a result is no ground for a limit. Nothing is written
// for it, and an older file stays as it is.
type Untrusted struct {
	Outcome record.CapacityOutcome // of the result; "" where it has no capacity
	Reason  string
}

func (e *Untrusted) Error() string { return "no limit from this result: " + e.Reason }

// From is the limit that a run recommends, with the options. Options
// that are unset take the run's target or a default. The error is an
// *Untrusted where the run stands behind no limit, otherwise it names what is
// wrong with the options.
func From(run *record.Run, options Options) (Limit, error) {
	if err := trust(run); err != nil {
		return Limit{}, err
	}
	target, err := url.Parse(run.Target.URL)
	if err != nil {
		target = &url.URL{}
	}
	if options.Upstream == "" {
		options.Upstream = upstreamOf(target)
	}
	if options.HealthPath == "" && target.Path == "/healthz" {
		options.HealthPath = "/livez"
	}
	limit := Limit{
		InFlight:    run.Recommendation.InFlightLimit,
		Measurement: measurement(run, target),
		Rate:        run.Recommendation.Rate,
		Resources:   run.Recommendation.Resources,
		Threads:     threads(run.Steps),
		Options:     options.withDefaults(),
	}
	if target.Path == limit.HealthPath {
		return Limit{}, fmt.Errorf("health path %s is the path that was measured: its requests would pass unlimited", limit.HealthPath)
	}
	return limit, limit.Validate()
}

// noGround says why an outcome other than Found is no ground for a limit.
var noGround = map[record.CapacityOutcome]string{
	record.LowerBound:       "throughput was still rising at the highest load, so the maximum is not known",
	record.GeneratorLimited: "the generator was the limit, not the service",
	record.RateLimited:      "a rate limit of the service stopped the load, its capacity is not known",
	record.Unsteady:         "the measurement was too unsteady",
	record.None:             "it found no capacity: nothing succeeded, or too little was measured",
}

// trust refuses a run that does not stand behind its recommendation.
func trust(run *record.Run) error {
	if run.Capacity == nil {
		return &Untrusted{Reason: "it has no capacity; a sweep finds one"}
	}
	outcome := run.Capacity.Outcome
	refuse := func(reason string) error { return &Untrusted{Outcome: outcome, Reason: reason} }
	if !run.Complete {
		return refuse("it is partial, the measurement was interrupted")
	}
	for _, finding := range run.Findings {
		if finding.Severity == record.Fail {
			return refuse(finding.Text)
		}
	}
	if outcome != record.Found {
		if reason := noGround[outcome]; reason != "" {
			return refuse(reason)
		}
		return refuse(fmt.Sprintf("its outcome %q is not %q", outcome, record.Found))
	}
	if run.Recommendation == nil {
		return refuse("it recommends none")
	}
	return nil
}

func measurement(run *record.Run, target *url.URL) *Measurement {
	return &Measurement{
		InFlight: run.Capacity.InFlightAtMax,
		Fraction: run.Recommendation.Fraction,
		Started:  run.Started.UTC(),
		Target:   plain(target),
		Path:     escaped(target.EscapedPath()),
	}
}

func threads(steps []record.Step) (most int64) {
	for _, step := range steps {
		if step.Resources != nil && step.Resources.Threads != nil {
			most = max(most, *step.Resources.Threads)
		}
	}
	return most
}
