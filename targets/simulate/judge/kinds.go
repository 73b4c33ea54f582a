package main

import (
	"fmt"
	"time"
)

// kind is a family of services.
type kind struct {
	name  string
	keys  func(d *draw) string // beyond servers and service
	wants verdict              // what has to be said; "" where the number has to be right
}

// verdict is the outcome or the finding that a service of a kind has to get.
type verdict string

var kinds = []kind{
	{"constant times", func(d *draw) string { return "" }, ""},
	{"exponential times", func(d *draw) string { return "&dist=exp" }, ""},
	{"lognormal times", func(d *draw) string { return lognormal(d, 0.2, 3) }, ""},
	{"pareto times", func(d *draw) string { return fmt.Sprintf("&dist=pareto&cv=%.2f", d.between(0.5, 2.5)) }, ""},
	{"bimodal times", func(d *draw) string { return fmt.Sprintf("&dist=bimodal&cv=%.2f", d.between(0.3, 2)) }, ""},
	{"single server", func(d *draw) string { d.servers = 1; return "&dist=exp" }, ""},
	{"many servers", func(d *draw) string { d.servers = 32 + d.IntN(33); return "&dist=exp" }, ""},
	{"network, constant", func(d *draw) string { return network(d) }, ""},
	{"network, exponential", func(d *draw) string { return "&dist=exp" + network(d) }, ""},
	{"network, lognormal", func(d *draw) string { return lognormal(d, 0.2, 2) + network(d) }, ""},
	{"refuses", func(d *draw) string { return "&dist=exp" + room(d) }, ""},
	{"refuses at a cost", func(d *draw) string {
		return "&dist=exp" + room(d) + fmt.Sprintf("&reject_cost=%s", d.part(0.02, 0.2))
	}, ""},
	{"refuses, network", func(d *draw) string { return lognormal(d, 0.2, 1.5) + room(d) + network(d) }, ""},
	{"scalability law", law, ""},
	{"scalability law, network", func(d *draw) string { return law(d) + network(d) }, ""},
	{"collapses", func(d *draw) string { return "&dist=exp" + collapse(d) }, ""},
	{"collapses, constant", collapse, ""},
	{"collapses, network", func(d *draw) string { return "&dist=exp" + collapse(d) + network(d) }, ""},
	{"pool", pool, ""},
	{"pool, network", func(d *draw) string { return "&dist=exp" + pool(d) + network(d) }, ""},
	{"pauses", pauses, ""},
	{"pauses, network", func(d *draw) string { return "&dist=exp" + pauses(d) + network(d) }, ""},
	{"warms up", func(d *draw) string {
		return "&dist=exp" + fmt.Sprintf("&warm=%.1f&warm_for=%.0fs", d.between(1.5, 5), d.between(2, 10))
	}, ""},
	{"a few errors", func(d *draw) string { return "&dist=exp" + fmt.Sprintf("&errors=%.4f", d.between(0.0005, 0.004)) }, ""},
	{"slow service", func(d *draw) string { d.rate = d.logarithmic(100, 250); return lognormal(d, 0.2, 1) }, ""},
	{"fast service", func(d *draw) string { d.rate = d.logarithmic(8000, 20000); return lognormal(d, 0.2, 2) + network(d) }, ""},

	{"drifts", func(d *draw) string { return "&dist=exp" + fmt.Sprintf("&drift=%.3f", d.sign()*d.between(0.04, 0.12)) }, "unsteady"},
	{"noisy neighbour", func(d *draw) string {
		return "&dist=exp" + fmt.Sprintf("&noise=%.2f&noise_period=%.1fs", d.between(0.15, 0.4), d.between(3, 10))
	}, "unsteady"},
	{"scales by itself", func(d *draw) string {
		return "&dist=exp" + fmt.Sprintf("&scale_at=%.2f&scale_after=%.0fs&scale_max=%d", d.between(0.5, 0.8), d.between(10, 40), 2+d.IntN(3))
	}, "unsteady"},
	{"rate limit, window", func(d *draw) string { return rateLimit(d, "window") }, "rate-limited"},
	{"rate limit, bucket", func(d *draw) string { return rateLimit(d, "bucket") }, "rate-limited"},
	{"generator's ceiling", func(d *draw) string {
		return "&dist=exp" + fmt.Sprintf("&generator=%.0f", d.rate*d.between(0.3, 0.85))
	}, "generator-limited"},
	{"objective too tight", func(d *draw) string { d.times = d.between(0.3, 0.9); return "&dist=exp" }, "infeasible"},
	{"too many errors", func(d *draw) string { return "&dist=exp" + fmt.Sprintf("&errors=%.3f", d.between(0.02, 0.1)) }, "infeasible"},
}

// service is one drawn service with its objective.
type service struct {
	Kind string
	Seed uint64
	Spec string
	SLO  string
}

// draw makes the service of a seed.
func (k kind) draw(seed uint64) service {
	d := newDraw(k.name, seed)
	keys := k.keys(d)
	d.settle()
	if k.wants != "infeasible" && has(keys, "dist=") {
		d.roomy()
	}
	base := d.service
	threshold := time.Duration(d.times * float64(base))
	if has(keys, "rtt=") {
		threshold += d.rtt
	}
	return service{
		Kind: k.name, Seed: seed,
		Spec: fmt.Sprintf("sim:queue?servers=%d&service=%s%s", d.servers, base, keys),
		SLO:  fmt.Sprintf("p99<%s,errors<1%%", threshold.Round(time.Microsecond)),
	}
}
