package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"loadline/targets/simulate"
	"loadline/targets/simulate/truth"
)

// known is the truth about a service: what it can do in the long run.
type known struct {
	Max float64 // closed model, requests per second
	SLO float64 // Poisson arrivals per second that keep the objective; 0: none do
}

//go:embed truths.json
var kept []byte

// readTruths is what was simulated before, by "kind/seed".
func readTruths() map[string]known {
	out := map[string]known{}
	if err := json.Unmarshal(kept, &out); err != nil {
		panic(fmt.Errorf("truths.json: %w", err))
	}
	return out
}

func (s service) key() string { return fmt.Sprintf("%s/%d", s.Kind, s.Seed) }

// effort is enough for a truth within about 1 %.
var effort = truth.Effort{Requests: 150_000, Runs: 5, Seed: 1000}

// find simulates the truth.
func (s service) find() known {
	slow, allowed := s.objective().Watch()
	t := truth.Of(s.spec(), truth.Objective{Slow: slow, Allowed: allowed}, effort)
	return known{t.Most.Value, t.Within.Value}
}

func (s service) spec() simulate.Spec {
	spec, err := simulate.Parse(s.Spec)
	if err != nil {
		panic(err)
	}
	return spec
}

// rateAt is the long-run throughput with n in flight.
func (s service) rateAt(n int) float64 {
	return truth.Throughput(s.spec(), n, truth.Effort{Requests: 15_000, Runs: 2, Seed: 2000}).Value
}

func has(spec, key string) bool {
	return slices.ContainsFunc(strings.Split(spec, "&"), func(part string) bool { return strings.HasPrefix(part, key) })
}
