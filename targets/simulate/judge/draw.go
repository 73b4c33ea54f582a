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
