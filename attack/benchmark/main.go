package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "benchmark:", err)
		os.Exit(1)
	}
}

// settings are the flags.
type settings struct {
	rounds      int
	length      time.Duration
	long        time.Duration
	concurrency int
	trials      int
	kinds       string // of sabotage
}

// sections in the order in which they run; the later use what the earlier found.
var sections = []struct {
	name string
	run  func(*bench, context.Context) error
}{
	{"closed", (*bench).closed},
	{"open", (*bench).open},
	{"asking", (*bench).asking},
	{"lag", (*bench).lag},
	{"accounting", (*bench).accounting},
	{"descriptors", (*bench).descriptors},
	{"sabotage", (*bench).sabotage},
	{"memory", (*bench).memory},
}

func run(ctx context.Context) error {
	var s settings
	var only string
	child := flag.Bool("child", false, "perform the task on standard input (the benchmark starts itself so)")
	flag.IntVar(&s.rounds, "rounds", 5, "how often each generator has its turn")
	flag.DurationVar(&s.length, "time", 3*time.Second, "how long a turn lasts")
	flag.DurationVar(&s.long, "long", 5*time.Minute, "how long the long run of the memory section lasts")
	spoiled := flag.Bool("watched", false, "run the watched trial on standard input (the benchmark starts itself so)")
	flag.IntVar(&s.trials, "trials", 10, "trials of each kind in the sabotage section")
	flag.StringVar(&s.kinds, "kinds", "", "kinds of sabotage to try, those whose name holds this text")
	flag.IntVar(&s.concurrency, "concurrency", 32, "connections of the closed model")
	flag.StringVar(&only, "only", "", "sections to run, separated by commas")
	sleep := flag.Duration("sleep", 0, "sleep for so long and say how late each waking was (the benchmark starts itself so)")
	flag.Parse()
	if *sleep > 0 {
		return sleepOnly(*sleep, lagRate, os.Stdout)
	}
	if *child {
		return perform(os.Stdin, os.Stdout)
	}
	if *spoiled {
		return watched()
	}
	b, err := prepare(ctx, s)
	if err != nil {
		return err
	}
	defer b.close()
	for _, section := range sections {
		if only != "" && !strings.Contains(","+only+",", ","+section.name+",") {
			continue
		}
		if err := section.run(b, ctx); err != nil {
			return fmt.Errorf("%s: %w", section.name, err)
		}
	}
	b.noise()
	return nil
}
