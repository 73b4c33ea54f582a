package search_test

import (
	"math"
	"time"

	"pgregory.net/rapid"

	"loadline/attack/record"
)

// habit is how a service, or its generator, behaves when it is measured.
type habit func(*rapid.T, record.Trial) record.Step

// habits either keep to one behaviour, which leads a search far, or change
// it with every trial.
func habits(t *rapid.T) habit {
	all := []habit{plausible(t), dead, refusing, wild}
	if i := rapid.IntRange(0, len(all)).Draw(t, "habit"); i < len(all) {
		return all[i]
	}
	return func(t *rapid.T, trial record.Trial) record.Step {
		return rapid.SampledFrom(all).Draw(t, "behaviour")(t, trial)
	}
}

// plausible is a service with a knee, measured with scatter, at any scale.
func plausible(t *rapid.T) habit {
	most := rapid.SampledFrom([]float64{1e-3, 3, 200, 1e5, 1e12}).Draw(t, "most")
	lone := rapid.SampledFrom([]float64{1e-9, 1e-3, 0.04, 20}).Draw(t, "lone")
	return func(t *rapid.T, trial record.Trial) record.Step {
		step := hold(t, trial)
		rate := min(trial.Load.RateRPS, most)
		if trial.Load.Model == record.Closed {
			rate = min(float64(trial.Load.Concurrency)/lone, most)
		}
		rate *= rapid.Float64Range(0.97, 1.03).Draw(t, "scatter")
		total := rate * step.Measured().Seconds()
		count(&step, record.Counts{OK: whole(total)})
		carry(&step, rate, lone*max(1, trial.Load.RateRPS/most))
		return step
	}
}

// dead fails every request, one way or another.
func dead(t *rapid.T, trial record.Trial) record.Step {
	step := hold(t, trial)
	n := int64(rapid.IntRange(0, 1000).Draw(t, "failures"))
	if rapid.Bool().Draw(t, "timeouts") {
		count(&step, record.Counts{Timeout: n})
	} else {
		count(&step, record.Counts{Error: n})
	}
	return step
}

// refusing sheds every request.
func refusing(t *rapid.T, trial record.Trial) record.Step {
	step := hold(t, trial)
	count(&step, record.Counts{Shed: int64(rapid.IntRange(0, 100_000).Draw(t, "refused"))})
	return step
}

var (
	amounts = []int64{0, 0, 1, 3, 500, 1e6, 1e15}
	rates   = []float64{0, 1e-12, 1, 200, 1e6, 1e15}
	times   = []float64{0, 1e-9, 0.04, 60, 1e8}
)

// wild tells numbers that have nothing to do with one another, or none.
func wild(t *rapid.T, trial record.Trial) record.Step {
	step := hold(t, trial)
	amount := func(name string) int64 { return rapid.SampledFrom(amounts).Draw(t, name) }
	count(&step, record.Counts{OK: amount("ok"), Shed: amount("shed"), Error: amount("error"), Timeout: amount("timeout")})
	if rapid.Bool().Draw(t, "carried") {
		carry(&step, rapid.SampledFrom(rates).Draw(t, "rate"), rapid.SampledFrom(times).Draw(t, "time"))
	}
	if step.Windows != nil {
		for i := range step.Windows.OK {
			step.Windows.OK[i], step.Windows.Bad[i] = amount("window"), amount("bad")
		}
	}
	if rapid.Bool().Draw(t, "limited") {
		cause := "cpu"
		step.Generator.Limited = &cause
	}
	for _, unmeasured := range []func(){
		func() { step.Windows = nil }, func() { step.Goodput = nil }, func() { step.Response = record.Latencies{} },
		func() { step.Service = record.Latencies{} }, func() { step.InFlight = record.InFlight{} }, func() { step.Lag = nil },
	} {
		if rapid.IntRange(0, 3).Draw(t, "unmeasured") == 0 {
			unmeasured()
		}
	}
	return step
}

// hold is the step of a trial that lasted as planned, or was cut short.
func hold(t *rapid.T, trial record.Trial) record.Step {
	step := record.Step{Phase: trial.Phase, Load: trial.Load, Duration: record.Span(trial.Duration), Warmup: record.Span(trial.Warmup)}
	if rapid.IntRange(0, 9).Draw(t, "cut short") == 0 {
		share := rapid.Float64Range(0, 1).Draw(t, "held")
		step.Duration = record.Span(share * float64(trial.Duration))
		step.Warmup = min(step.Warmup, step.Duration)
		step.Stopped = "too many were in flight"
	}
	return step
}

// count writes the outcomes down, evenly over the windows.
func count(step *record.Step, c record.Counts) {
	step.Counts, step.Sent, step.Scheduled = c, c.Total(), c.Total()
	const n = 8
	spread := func(total int64) (column []int64) {
		for i := range int64(n) {
			column = append(column, total*(i+1)/n-total*i/n)
		}
		return column
	}
	step.Windows = &record.Windows{
		Length: step.Measured() / n, Sent: spread(c.Total()), Bad: spread(c.Total() - c.OK),
		OK: spread(c.OK), Shed: spread(c.Shed), Failed: spread(c.Failed()), InFlight: make([]float64, n),
	}
}

// carry writes down a rate and what each request took, in seconds.
func carry(step *record.Step, rate, took float64) {
	took = min(took, 1e9)
	mean, span, most := rate*took, record.SpanOf(time.Duration(took*1e9)), whole(rate*took)
	q := &record.Quantiles{Count: step.Counts.OK, Min: span, Mean: span, P50: span, P90: span, P99: span, Max: span}
	step.Response.OK, step.Service.OK = q, q
	step.SentRate, step.Throughput, step.Offered = &rate, &rate, &step.Load.RateRPS
	step.Goodput = &record.Estimate{Value: rate, Low: 0.98 * rate, High: 1.02 * rate, Confidence: 0.95}
	step.InFlight = record.InFlight{Mean: &mean, Max: &most}
	step.Lag = &record.Lag{P50: span, P99: span, Max: span}
	step.Distribution = []record.Bucket{{Upper: *span, Count: step.Counts.OK}}
}

// whole is at most what a counter holds.
func whole(x float64) int64 { return int64(min(math.Round(x), 1e15)) }
