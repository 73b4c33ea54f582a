package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"loadline/attack/engine"
	"loadline/attack/fast"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/attack/vegeta"
	"loadline/targets"
)

// task is one load that this program puts on the server in a process of its
// own, so that its processor time and memory can be told.
type task struct {
	Engine      string
	URL         string
	Rate        float64 // open model where above 0
	Concurrency int
	Duration    time.Duration
	Steps       int  // of Duration each
	Blind       bool // count nothing
	MaxInFlight int  // of the open model; 0: 10,000, so that it does not bound the load
}

// outcome is what that process says of itself.
type outcome struct {
	Requests    int64
	CPU         float64 // seconds
	PeakRSS     int64   // bytes
	LagP50      float64 // seconds
	LagP99      float64
	Failed      int64
	InFlight    int64 // at most
	Descriptors []int // after each step
}

// perform reads a task and writes its outcome, both as JSON.
func perform(in io.Reader, out io.Writer) error {
	var t task
	if err := json.NewDecoder(in).Decode(&t); err != nil {
		return err
	}
	result, err := t.run()
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(result)
}

func (t *task) run() (*outcome, error) {
	made, err := t.engine()
	if err != nil {
		return nil, err
	}
	defer made.Close() //nolint:errcheck // the process ends
	result := &outcome{}
	for range max(t.Steps, 1) {
		if err := t.step(made, result); err != nil {
			return nil, err
		}
	}
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return nil, fmt.Errorf("read own usage: %w", err)
	}
	result.CPU = float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
	result.PeakRSS = usage.Maxrss << 10
	return result, nil
}

func (t *task) engine() (engine.Engine, error) {
	mix, err := targets.NewMix(targets.Request{URL: t.URL})
	if err != nil {
		return nil, err
	}
	options := engine.Options{KeepAlive: true, MaxInFlight: cmp.Or(t.MaxInFlight, 10000)}
	if t.Engine == vegeta.Name {
		return vegeta.New(options, mix)
	}
	return fast.New(options, mix)
}

func (t *task) step(made engine.Engine, result *outcome) error {
	trial := record.Trial{Load: record.ClosedLoad(t.Concurrency), Duration: t.Duration, Seed: 1}
	if t.Rate > 0 {
		trial.Load = record.OpenLoad(t.Rate, record.Poisson)
	}
	book := tally.New(trial)
	if t.Blind {
		book = tally.Blind(trial)
	}
	lasted, err := made.Send(context.Background(), trial, book)
	if err != nil {
		return err
	}
	step := book.Step(lasted)
	result.Requests += step.Sent
	result.Failed += step.Counts.Failed() + step.Counts.Shed
	if step.InFlight.Max != nil {
		result.InFlight = max(result.InFlight, *step.InFlight.Max)
	}
	if step.Lag != nil && step.Lag.P99 != nil {
		result.LagP50, result.LagP99 = step.Lag.P50.Seconds(), step.Lag.P99.Seconds()
	}
	open, err := os.ReadDir("/proc/self/fd")
	result.Descriptors = append(result.Descriptors, len(open))
	return err
}
