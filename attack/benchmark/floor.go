package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"time"
)

// floor is how late requests are on this machine whatever sends them: the
// 99th percentile, in seconds, for one who does nothing but look at the clock,
// on the generators' core while the server's is busy, too. A virtual machine
// whose host takes its processors away shows it here.
func (b *bench) floor(ctx context.Context) (p99 float64, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	var out bytes.Buffer
	commands := make([]*exec.Cmd, 2)
	for i, core := range []int{0, b.core} {
		commands[i] = exec.CommandContext(ctx, "taskset", "-c", strconv.Itoa(core), self, "-idle", b.length.String())
		if i == 1 {
			commands[i].Stdout = &out
		}
		if err := commands[i].Start(); err != nil {
			return 0, err
		}
	}
	for _, c := range commands {
		if err := c.Wait(); err != nil {
			return 0, fmt.Errorf("look at the clock: %w", err)
		}
	}
	return p99, json.Unmarshal(out.Bytes(), &p99)
}

// lookAtTheClock does so for d and writes how late, at the 99th percentile,
// something would be that is due at a random moment.
func lookAtTheClock(d time.Duration, out io.Writer) error {
	const felt = 10 * time.Microsecond
	var gaps []time.Duration
	began := time.Now()
	last := began
	for now := began; now.Sub(began) < d; now = time.Now() {
		if gap := now.Sub(last); gap > felt {
			gaps = append(gaps, gap)
		}
		last = now
	}
	return json.NewEncoder(out).Encode(lateness(gaps, d, 0.01).Seconds())
}

// lateness is what a share of random moments within d is late by or more,
// where nothing ran during the gaps: each is late for the rest of its gap.
func lateness(gaps []time.Duration, d time.Duration, share float64) time.Duration {
	slices.SortFunc(gaps, func(a, b time.Duration) int { return int(b - a) })
	left := time.Duration(share * float64(d)) // time in gaps beyond the lateness
	for i, gap := range gaps {
		next := time.Duration(0)
		if i+1 < len(gaps) {
			next = gaps[i+1]
		}
		if down := time.Duration(i+1) * (gap - next); down < left {
			left -= down
			continue
		}
		return gap - left/time.Duration(i+1)
	}
	return 0
}
