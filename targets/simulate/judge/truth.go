package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"loadline/analyze/slo"
	"loadline/attack/record"
	"loadline/targets/simulate"
)

// truth is what a service can do in the long run.
type truth struct {
	Max float64 // closed model, requests per second
	SLO float64 // Poisson arrivals per second that keep the objective; 0: none do
}

//go:embed truths.json
var kept []byte

// truths by "kind/seed".
func readTruths() map[string]truth {
	out := map[string]truth{}
	if err := json.Unmarshal(kept, &out); err != nil {
		panic(fmt.Errorf("truths.json: %w", err))
	}
	return out
}

func (s service) key() string { return fmt.Sprintf("%s/%d", s.Kind, s.Seed) }

func has(spec, key string) bool { return strings.Contains(spec, key) }

// without takes keys out of a spec.
func without(spec string, keys ...string) string {
	head, query, _ := strings.Cut(spec, "?")
	var left []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if !slices.Contains(keys, name) {
			left = append(left, part)
		}
	}
	return head + "?" + strings.Join(left, "&")
}

// find simulates the truth.
func (s service) find() truth {
	warm := without(s.Spec, "warm", "warm_for", "generator")
	spec, err := simulate.Parse(warm)
	if err != nil {
		panic(err)
	}
	t := truth{Max: maximum(warm, spec)}
	objective, _ := slo.Parse(s.SLO)
	t.SLO = objectiveRate(warm, objective, t.Max)
	return t
}

// maximum is exact where the stations are the limit whatever the load, else
// the best of long runs.
func maximum(text string, spec simulate.Spec) float64 {
	stations := float64(spec.Servers)
	if spec.Pool > 0 {
		stations = min(stations, float64(spec.Pool))
	}
	most := stations / spec.Service.Seconds()
	if spec.Pause > 0 {
		most *= 1 - spec.Pause.Seconds()/spec.Period.Seconds()
	}
	if spec.Sigma+spec.Kappa+spec.Collapse == 0 && spec.Queue == simulate.Unbounded {
		return most
	}
	knee := stations + most*spec.RTT.Seconds() + float64(max(spec.Queue, 0))
	return searched(text, knee, most)
}

// searched is the best rate over all concurrencies: a coarse look at wide
// multiples of where the knee may be, then a closer one around the best.
func searched(text string, knee, most float64) float64 {
	seen := map[float64]float64{}
	try := func(n, completions float64) float64 {
		n = max(1, math.Round(n))
		if _, ok := seen[n]; !ok || completions > 1e5 {
			seen[n] = closedRate(text, n, completions, most)
		}
		return seen[n]
	}
	at, best := 1.0, 0.0
	for f := 8.0; f*knee >= 0.8; f /= 1.3 {
		if rate := try(f*knee, 25_000); rate > best {
			at, best = max(1, math.Round(f*knee)), rate
		}
	}
	top := 0.0
	for _, f := range []float64{0.82, 0.88, 0.94, 1, 1.06, 1.12, 1.2} {
		top = max(top, try(f*at, 250_000))
	}
	return top
}

// closedRate is the goodput with n in flight, over about so many completions.
func closedRate(text string, n, completions, most float64) float64 {
	length := seconds(max(completions/most, 1))
	step := simulated(text, record.Trial{
		Load: record.ClosedLoad(int(n)), Warmup: length/10 + seconds(20*n/most), Duration: length + length/10 + seconds(20*n/most), Seed: 1,
	})
	return step.Goodput.Value
}

func simulated(text string, trial record.Trial) record.Step {
	target, err := simulate.New(text, simulate.Options{Seed: 99 + trial.Seed})
	if err != nil {
		panic(err)
	}
	step, err := target.Run(context.Background(), trial)
	if err != nil {
		panic(err)
	}
	return step
}

// objectiveRate bisects the greatest rate that keeps the objective, then
// looks closer with more requests.
func objectiveRate(text string, objective slo.SLO, most float64) float64 {
	low, high := 0.05*most, 1.05*most
	if share := broken(text, objective, low, 60_000); share > 1 {
		return 0
	}
	for high/low > 1.05 {
		middle := (low + high) / 2
		if broken(text, objective, middle, 60_000) > 1 {
			high = middle
		} else {
			low = middle
		}
	}
	low, high = low*0.96, high*1.04
	for range 4 {
		middle := (low + high) / 2
		if broken(text, objective, middle, 600_000) > 1 {
			high = middle
		} else {
			low = middle
		}
	}
	return (low + high) / 2
}

// broken is the greatest, over the clauses, of the share that breaks it over the share allowed.
func broken(text string, objective slo.SLO, rate, requests float64) (worst float64) {
	slow, _ := objective.Watch()
	warmup := seconds(requests / rate / 10)
	step := simulated(text, record.Trial{
		Load: record.OpenLoad(rate, record.Poisson), Warmup: warmup, Duration: warmup + seconds(requests/rate),
		Slow: slow, Stop: record.Stop{Bad: int(requests / 10), InFlight: 90_000}, Seed: 2,
	})
	if step.Stopped != "" {
		return 100
	}
	for _, c := range objective {
		bad, total := objective.Count(c, &step)
		if total > 0 {
			worst = max(worst, bad/total/c.Allowed())
		}
	}
	return worst
}
