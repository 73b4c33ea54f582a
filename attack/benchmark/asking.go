package main

import (
	"context"
	"fmt"

	"loadline/attack/fast"
	"loadline/attack/vegeta"
)

// far is beyond what any generator here can send.
const far = 1_000_000

// asking offers what is far beyond the generator's ceiling, by turns with a
// third more than it sends then: it must not send less because more is asked.
func (b *bench) asking(ctx context.Context) error {
	const atOnce = 1000 // in flight at most, as by default
	for _, engine := range []string{fast.Name, vegeta.Name} {
		most, _, err := b.own(ctx, task{Engine: engine, Rate: far, Duration: b.length, MaxInFlight: atOnce})
		if err != nil {
			return err
		}
		some := 4 * float64(most.requests) / 3 / b.length.Seconds()
		figures, err := b.byTurns(ctx,
			task{Engine: engine, Rate: some, Duration: b.length, MaxInFlight: atOnce},
			task{Engine: engine, Rate: far, Duration: b.length, MaxInFlight: atOnce})
		if err != nil {
			return err
		}
		little, _ := figures[0].median((*figure).rate)
		much, spread := figures[1].median((*figure).rate)
		fmt.Printf("\nThe %s engine asked for %.0f/s sends %.0f/s; asked for %d/s it sends %.0f/s, spread %.0f %%\n", engine, some, little, far, much, 100*spread)
		goal("much asked / little asked", much/little, 0.95)
	}
	return nil
}
