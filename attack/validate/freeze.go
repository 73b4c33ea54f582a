package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"strings"
	"time"

	lib "github.com/tsenart/vegeta/v12/lib"

	"loadline/attack/record"
)

const (
	freezeRate = 100.0
	freezeTime = 20 * time.Second
	mostOff    = 0.02
)

// truth is the analytic answer. Of the service that does one thing at a time,
// half of the time, an arrival u after the freeze began waits for the rest of
// it and for those before it: 2 s − u·(1−ρ), until the backlog is gone after
// 2 s / (1−ρ). So a fifth of the 20 s has response times spread evenly up to
// 2 s, and the others the 5 ms of work.
func truth(p float64) time.Duration {
	busy := freezeRate * freezeWork.Seconds()
	share := freezeFor.Seconds() / (1 - busy) / freezeTime.Seconds()
	wait := freezeFor.Seconds() * (1 - (1-p)/share)
	return freezeWork + time.Duration(max(wait, 0)*1e9)
}

// frozen checks that nothing hides what a freeze does to those who arrive.
func frozen(t *table) error {
	t.title("A service frozen for %s of %s: within %.0f %% of the analytic answer", freezeFor, freezeTime, 100*mostOff)
	t.note("analytic", "p90 %s, p99 %s, maximum %s", truth(0.9), truth(0.99), truth(1))
	for _, m := range makers {
		s, err := startServer()
		if err != nil {
			return err
		}
		trial := record.Trial{Load: record.OpenLoad(freezeRate, record.Constant), Duration: freezeTime}
		step, _, err := load(m.name, s.url+"/freeze", trial)
		if err != nil {
			return err
		}
		if _, err := s.stop(); err != nil {
			return err
		}
		r := step.Response.OK
		worst := max(off(r.P90.Std(), truth(0.9)), off(r.P99.Std(), truth(0.99)), off(r.Max.Std(), truth(1)))
		t.check(worst <= mostOff, m.name+": response time", "p90 %s, p99 %s, maximum %s (%.1f %% off)", r.P90, r.P99, r.Max, 100*worst)
	}
	return errors.Join(vegetaCommand(t, ""), vegetaCommand(t, "10"), vegetaCommand(t, "1"))
}

func off(got, want time.Duration) float64 {
	return math.Abs(got.Seconds()-want.Seconds()) / want.Seconds()
}

// vegetaCommand is what vegeta's own command reports on the same, with as many
// workers as it likes and with few.
func vegetaCommand(t *table, workers string) error {
	s, err := startServer()
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // its stamps are of no use here
	args := []string{"run", "github.com/tsenart/vegeta/v12", "attack", "-rate", fmt.Sprint(freezeRate), "-duration", freezeTime.String()}
	name := "vegeta's own command"
	if workers != "" {
		args = append(args, "-workers", workers, "-max-workers", workers)
		name += ", " + workers + " workers"
	}
	cmd := exec.Command("go", args...)
	cmd.Stdin = strings.NewReader("GET " + s.url + "/freeze\n")
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("vegeta's command: %w", err)
	}
	var metrics lib.Metrics
	decode := lib.NewDecoder(bytes.NewReader(out))
	for {
		var result lib.Result
		if decode.Decode(&result) != nil {
			break
		}
		metrics.Add(&result)
	}
	metrics.Close()
	l := metrics.Latencies
	t.note(name, "p90 %s, p99 %s, maximum %s; %d requests", l.P90, l.P99, l.Max, metrics.Requests)
	return nil
}
