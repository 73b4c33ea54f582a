package simulate_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/targets/simulate"
)

// BenchmarkRequests measures simulated requests per second of the machine.
func BenchmarkRequests(b *testing.B) {
	for _, c := range []struct{ name, spec string }{
		{"mm8", "sim:queue?servers=8&service=1ms&dist=exp"},
		{"md64-rtt", "sim:queue?servers=64&service=10ms&rtt=2ms"},
		{"lognormal", "sim:queue?servers=16&service=4ms&cv=2&rtt=1ms"},
		{"composed", "sim:queue?servers=16&service=2ms&dist=exp&rtt=1ms&queue=100&noise=0.2&pause=50ms&kappa=0.0001&errors=0.01"},
	} {
		b.Run(c.name+"/open", func(b *testing.B) { benchmark(b, c.spec, record.OpenLoad(4000, record.Poisson)) })
		b.Run(c.name+"/closed", func(b *testing.B) { benchmark(b, c.spec, record.ClosedLoad(64)) })
	}
}

// BenchmarkTrial measures what a trial costs that has hardly any requests.
func BenchmarkTrial(b *testing.B) {
	target, err := simulate.New("sim:queue?servers=8&service=40ms", simulate.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		trial := record.Trial{Load: record.OpenLoad(100, record.Poisson), Warmup: time.Second, Duration: 2 * time.Second}
		if _, err := target.Run(context.Background(), trial); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmark(b *testing.B, spec string, load record.Load) {
	target, err := simulate.New(spec, simulate.Options{})
	if err != nil {
		b.Fatal(err)
	}
	trial := record.Trial{Load: load, Warmup: time.Second, Duration: 20 * time.Second, Slow: 50 * time.Millisecond}
	var sent int64
	start := processor(b)
	b.ReportAllocs()
	for b.Loop() {
		trial.Seed++
		step, err := target.Run(context.Background(), trial)
		if err != nil {
			b.Fatal(err)
		}
		sent += step.Sent
	}
	b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "requests/s")
	b.ReportMetric(float64(sent)/(processor(b)-start), "requests/cpu-s")
}

// processor is the processor time that this process has used, in seconds: on a
// busy machine it says more than the wall clock.
func processor(b *testing.B) float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}
