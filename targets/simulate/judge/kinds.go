package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// draw is one random service: the numbers that every kind has in common.
type draw struct {
	*rand.Rand
	rate    float64 // what the stations could do together, per second
	servers int
	service time.Duration
	rtt     time.Duration
	times   float64 // of the service time that the objective allows
}

func newDraw(kind string, seed uint64) *draw {
	h := uint64(14695981039346656037)
	for _, c := range []byte(kind) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	d := &draw{Rand: rand.New(rand.NewPCG(h, seed))}
	d.rate = d.logarithmic(100, 20000)
	d.servers = int(math.Round(d.logarithmic(1, 64)))
	d.rtt = time.Duration(d.between(0, 20) * float64(time.Millisecond)).Round(10 * time.Microsecond)
	d.times = d.logarithmic(2, 20)
	return d.settle()
}

// settle derives the service time.
func (d *draw) settle() *draw {
	d.service = time.Duration(float64(d.servers) / d.rate * 1e9)
	return d
}

func (d *draw) between(low, high float64) float64 { return low + (high-low)*d.Float64() }

func (d *draw) logarithmic(low, high float64) float64 {
	return low * math.Pow(high/low, d.Float64())
}

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

// roomy moves the objective from 2-20 service times to 5-20: below, the
// longest service times alone break it, and no rate has an answer.
func (d *draw) roomy() {
	d.times = 5 * math.Pow(4, math.Log(d.times/2)/math.Log(10))
}

func (d *draw) sign() float64 { return float64(1 - 2*d.IntN(2)) }

// part is a share of the service time.
func (d *draw) part(low, high float64) time.Duration {
	return time.Duration(d.between(low, high) * float64(d.service))
}

func lognormal(d *draw, low, high float64) string {
	return fmt.Sprintf("&dist=lognormal&cv=%.2f", d.between(low, high))
}

func network(d *draw) string { return fmt.Sprintf("&rtt=%s", d.rtt) }

func room(d *draw) string {
	return fmt.Sprintf("&queue=%d&reject=%d", d.IntN(2*d.servers+2), []int{503, 429}[d.IntN(2)])
}

func law(d *draw) string {
	d.servers = 4 + d.IntN(61)
	peak := d.between(3, float64(d.servers))
	sigma := d.between(0.005, 0.05)
	d.rate *= float64(d.servers) / peak * (1 + sigma*(peak-1) + (1-sigma)*(peak-1)/peak) // so that the peak has the rate
	return fmt.Sprintf("&dist=exp&sigma=%.4f&kappa=%.6f", sigma, (1-sigma)/(peak*peak))
}

func collapse(d *draw) string { return fmt.Sprintf("&collapse=%.3f", d.logarithmic(0.005, 0.1)) }

func pool(d *draw) string {
	connections := 1 + d.IntN(d.servers)
	d.rate *= float64(d.servers) / float64(connections) // so that the pool has the rate
	return fmt.Sprintf("&pool=%d&pool_timeout=30s", connections)
}

// pauses are short beside what the objective allows, or no rate would keep it.
func pauses(d *draw) string {
	period := d.between(1, 4)
	pause := min(period*d.between(0.02, 0.1), d.times*d.service.Seconds()/3)
	return fmt.Sprintf("&pause=%s&period=%s", seconds(pause), seconds(period))
}

func rateLimit(d *draw, limiter string) string {
	per := []float64{1, 10, 60}[d.IntN(3)]
	limit := max(2, d.rate*d.between(0.1, 0.6)*per)
	if d.IntN(2) == 0 {
		limit = d.logarithmic(60, 2000)
		per = max(per, 1.5*limit/d.rate)
	}
	return fmt.Sprintf("&limit=%.0f&per=%s&limiter=%s", limit, seconds(per), limiter)
}

func seconds(s float64) time.Duration {
	return time.Duration(s * 1e9).Round(10 * time.Microsecond)
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
	if k.wants == "" && has(keys, "dist=") {
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
