package main

import (
	"context"
	"fmt"

	"loadline/attack/fast"
)

// accounting compares the engine with itself when it counts nothing, by turns.
func (b *bench) accounting(ctx context.Context) error {
	counting := task{Engine: fast.Name, Concurrency: b.concurrency, Duration: b.length}
	blind := counting
	blind.Blind = true
	figures, err := b.byTurns(ctx, counting, blind)
	if err != nil {
		return err
	}
	with, spread := figures[0].median((*figure).perCPU)
	without, _ := figures[1].median((*figure).perCPU)
	fmt.Printf("\nAccounting of the %s engine: %.0f requests per CPU-second with it, spread %.0f %%, %.0f without\n", fast.Name, with, 100*spread, without)
	overhead := without/with - 1
	verdict(overhead <= 0.15, "overhead %.1f %%, wanted at most 15 %%", 100*overhead)
	return nil
}

// byTurns runs tasks by turns and gives the figures of each.
func (b *bench) byTurns(ctx context.Context, tasks ...task) ([]turns, error) {
	all := make([]turns, len(tasks))
	for range b.rounds {
		for i, t := range tasks {
			f, _, err := b.own(ctx, t)
			if err != nil {
				return nil, err
			}
			all[i].figures = append(all[i].figures, f)
		}
	}
	return all, nil
}
