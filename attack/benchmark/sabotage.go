package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"loadline/attack"
	"loadline/attack/engine"
	"loadline/attack/generator"
	"loadline/attack/record"
	"loadline/targets"
)

// sabotage is one way to spoil a trial, and what the generator must call it.
type sabotage struct {
	name  string
	cause string // "" for a clean run
	trial trial
	apply func(b *bench, generator *exec.Cmd) (undo func())
}

// trial is a watched second or two of load, in a process of its own.
type trial struct {
	URL         string
	Rate        float64
	Concurrency int
	Connections int
	Files       uint64 // limit of open files beyond those that are open; 0: as it is
	Collect     bool   // force garbage collections all the time
	Duration    time.Duration
}

var sabotages = []sabotage{
	{name: "clean, open", trial: trial{Rate: 1000}},
	{name: "clean, closed", trial: trial{Concurrency: 1}},
	{name: "stopped for a second", cause: generator.Stalled, trial: trial{Rate: 1000}, apply: halt},
	{name: "hogged", cause: generator.CPU, trial: trial{Rate: 1000}, apply: hog},
	{name: "few descriptors", cause: generator.Descriptors, trial: trial{Concurrency: 64, Files: 16}},
	{name: "few connections", cause: generator.Connections, trial: trial{Concurrency: 16, Connections: 4}},
	{name: "collecting garbage", cause: generator.GC, trial: trial{Rate: 1000, Collect: true}},
}

// sabotage spoils trials in every way and counts how often the generator says so.
func (b *bench) sabotage(ctx context.Context) error {
	fmt.Printf("\nWhat the generator says of itself, %d trials each\n", b.trials)
	for i := range sabotages {
		s := &sabotages[i]
		if !strings.Contains(s.name, b.kinds) {
			continue
		}
		causes := map[string]int{}
		for range b.trials {
			cause, err := b.spoil(ctx, s)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			causes[cause]++
		}
		s.report(causes, b.trials)
	}
	return nil
}

// report says how many trials were called limited, and why. A trial of which
// the hypervisor took its share was not a clean one.
func (s *sabotage) report(causes map[string]int, trials int) {
	clean := causes[""]
	delete(causes, "")
	if s.cause == "" {
		trials -= causes[generator.Steal]
	}
	share := 100 * float64(trials-clean) / float64(max(trials, 1))
	if s.cause == "" {
		verdict(share <= 1, "%-22s limited in %.0f %% of what the hypervisor left alone, wanted at most 1 %%; causes %v", s.name, share, causes)
		return
	}
	verdict(share >= 99, "%-22s limited in %.0f %%, wanted at least 99 %%; causes %v", s.name, share, causes)
}

// spoil runs one trial. The result is what the generator called the cause.
func (b *bench) spoil(ctx context.Context, s *sabotage) (cause string, err error) {
	t := s.trial
	t.URL, t.Duration = b.server.url(), time.Second
	if s.apply != nil {
		t.Duration *= 2
	}
	in, err := json.Marshal(t)
	if err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	child := exec.CommandContext(ctx, "taskset", "-c", strconv.Itoa(b.core), self, "-watched")
	child.Stdin, child.Stdout, child.Stderr = bytes.NewReader(in), &out, os.Stderr
	if err := child.Start(); err != nil {
		return "", err
	}
	if s.apply != nil {
		defer s.apply(b, child)()
	}
	if err := child.Wait(); err != nil {
		return "", err
	}
	return cause, json.Unmarshal(out.Bytes(), &cause)
}

// halt stops the generator's process for a second in the middle of its trial.
func halt(_ *bench, child *exec.Cmd) (undo func()) {
	time.Sleep(500 * time.Millisecond)
	_ = child.Process.Signal(syscall.SIGSTOP)
	time.Sleep(time.Second)
	_ = child.Process.Signal(syscall.SIGCONT)
	return func() {}
}

// hog has four processes want the generator's core all the time.
func hog(b *bench, _ *exec.Cmd) (undo func()) {
	var hogs []*exec.Cmd
	for range 4 {
		spin := exec.Command("taskset", "-c", strconv.Itoa(b.core), "timeout", "10", "sh", "-c", "while :; do :; done")
		if spin.Start() == nil {
			hogs = append(hogs, spin)
		}
	}
	return func() {
		for _, spin := range hogs {
			_ = spin.Process.Signal(syscall.SIGTERM) // timeout ends its child with itself
			_ = spin.Wait()
		}
	}
}

// watched runs the trial that is described on standard input.
func watched() error {
	var t trial
	if err := json.NewDecoder(os.Stdin).Decode(&t); err != nil {
		return err
	}
	mix, err := targets.NewMix(targets.Request{URL: t.URL})
	if err != nil {
		return err
	}
	a, err := attack.New(attack.Config{
		Mix: mix, Options: engine.Options{KeepAlive: true, Connections: t.Connections},
	})
	if err != nil {
		return err
	}
	planned := record.Trial{Load: record.ClosedLoad(t.Concurrency), Duration: t.Duration, Seed: 1}
	if t.Rate > 0 {
		planned.Load = record.OpenLoad(t.Rate, record.Poisson)
	}
	if err := t.handicap(); err != nil {
		return err
	}
	step, err := a.Run(context.Background(), planned)
	if err != nil {
		return err
	}
	cause := ""
	if step.Limited() {
		cause = *step.Generator.Limited
		fmt.Fprintln(os.Stderr, strings.Join(step.Warnings, "; "))
	}
	return errors.Join(a.Close(), json.NewEncoder(os.Stdout).Encode(cause))
}

// handicap does to the process what it is to suffer from.
func (t *trial) handicap() error {
	if t.Collect {
		go func() {
			for {
				runtime.GC()
			}
		}()
	}
	if t.Files == 0 {
		return nil
	}
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	limit := uint64(len(open)) + t.Files
	return unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: limit, Max: limit})
}
