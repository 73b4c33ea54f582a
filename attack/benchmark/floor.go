package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"loadline/attack/pace"
)

// spinning keeps a processor busy.
const spinning = "while :; do :; done"

// awake keeps every processor from sleeping, by work that gives way to any
// other, until rest is called. Where that is not possible it does nothing.
func (b *bench) awake(ctx context.Context) (rest func()) {
	ctx, rest = context.WithCancel(ctx)
	var spinners sync.WaitGroup
	for core := range runtime.NumCPU() {
		spin := exec.CommandContext(ctx, "taskset", "-c", strconv.Itoa(core), "chrt", "--idle", "0", "sh", "-c", spinning)
		spinners.Go(func() { _ = spin.Run() }) // it ends by being killed
	}
	return func() { rest(); spinners.Wait() }
}

// floor is how late requests are on this machine whatever sends them: the
// 99th percentile, in seconds, for one who sleeps until each is due and then
// does nothing, on the generators' core while the server's is busy. A virtual
// machine whose host takes its processors away shows it here.
func (b *bench) floor(ctx context.Context) (p99 float64, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	var out bytes.Buffer
	busy := exec.CommandContext(ctx, "taskset", "-c", "0", "timeout", fmt.Sprint(b.length.Seconds()), "sh", "-c", spinning)
	if err := busy.Start(); err != nil {
		return 0, err
	}
	sleep := exec.CommandContext(ctx, "taskset", "-c", strconv.Itoa(b.core), self, "-sleep", b.length.String())
	sleep.Stdout = &out
	failed := sleep.Run()
	_ = busy.Wait() // timeout says 124
	if failed != nil {
		return 0, fmt.Errorf("sleep only: %w", failed)
	}
	return p99, json.Unmarshal(out.Bytes(), &p99)
}

// sleepOnly does so for d, so many times a second, and writes how late it was.
func sleepOnly(d time.Duration, rate float64, out io.Writer) error {
	var late []time.Duration
	clock := pace.Start(1, nil) // for rare arrivals: in no groups
	defer clock.Stop()
	gap := time.Duration(float64(time.Second) / rate)
	for due := gap; due < d; due += gap {
		late = append(late, clock.Until(due, nil)-due)
	}
	slices.Sort(late)
	return json.NewEncoder(out).Encode(late[len(late)*99/100].Seconds())
}
