package main

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"loadline/attack/engine"
	"loadline/attack/fast"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/attack/vegeta"
	"loadline/targets"
)

// makers are the engines under test.
var makers = []struct {
	name string
	make func(engine.Options, *targets.Mix) (engine.Engine, error)
}{
	{"fast", func(o engine.Options, m *targets.Mix) (engine.Engine, error) { return fast.New(o, m) }},
	{"vegeta", func(o engine.Options, m *targets.Mix) (engine.Engine, error) { return vegeta.New(o, m) }},
}

// load runs a trial on a new engine and gives the step and every request, in
// the order of sending.
func load(engineName, url string, trial record.Trial) (record.Step, []tally.Request, error) {
	var mu sync.Mutex
	var seen []tally.Request
	options := engine.Options{KeepAlive: true, Timeout: 30 * time.Second, Observer: func(s *engine.Seen) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, s.Request)
	}}
	mix, err := targets.NewMix(targets.Request{URL: url})
	if err != nil {
		return record.Step{}, nil, err
	}
	var made engine.Engine
	for _, m := range makers {
		if m.name == engineName {
			made, err = m.make(options, mix)
		}
	}
	if err != nil {
		return record.Step{}, nil, err
	}
	book := tally.New(trial)
	lasted, err := made.Send(context.Background(), trial, book)
	if err := cmp.Or(err, made.Close()); err != nil {
		return record.Step{}, nil, err
	}
	slices.SortFunc(seen, func(a, b tally.Request) int { return cmp.Compare(a.Sent, b.Sent) })
	step := book.Step(lasted)
	return step, seen, (&record.Run{Steps: []record.Step{step}}).Validate()
}

func poisson(rate float64, d time.Duration) record.Trial {
	return record.Trial{Load: record.OpenLoad(rate, record.Poisson), Duration: d, Seed: 1}
}
