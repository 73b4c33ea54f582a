package main

import (
	"context"
	"fmt"
	"time"

	"loadline/attack/engine"
	"loadline/attack/fast"
	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// accounting is what counting costs, as a share of what a request costs
// without it: the same calls that the engine makes for each request, made
// without one.
func (b *bench) accounting(ctx context.Context) error {
	if b.fastCost == 0 {
		if err := b.alone(ctx); err != nil {
			return err
		}
	}
	var costs []float64
	for range b.rounds {
		costs = append(costs, float64(countingCost()))
	}
	counting, spread := medianOf(costs)
	request := 1e9 / b.fastCost
	fmt.Printf("\nAccounting of the %s engine: %.0f ns (spread %.0f %%) of the %.0f ns that a request takes\n", fast.Name, counting, 100*spread, request)
	share := counting / (request - counting)
	verdict(share <= 0.15, "overhead %.1f %%, wanted at most 15 %%", 100*share)
	return nil
}

// countingCost is the time to account for one request.
func countingCost() time.Duration {
	const n = 1_000_000
	trial := record.Trial{Load: record.ClosedLoad(32), Duration: time.Hour}
	book := tally.New(trial)
	shard := book.Shard()
	options, err := engine.Options{}.Filled()
	if err != nil {
		return 0
	}
	began := time.Now()
	for i := range n {
		sent := time.Since(began)
		shard.Begin(sent)
		r := tally.Request{Intended: sent, Sent: sent, Done: sent + time.Duration(1000+i%5000)*time.Microsecond, Status: 200}
		r.Outcome, r.Class, r.Example = options.Judge(r.Status)
		shard.Finish(&r)
	}
	return time.Since(began) / n
}
