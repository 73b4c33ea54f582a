package main

import (
	"context"
	"fmt"

	"loadline/attack/fast"
	"loadline/attack/vegeta"
)

// lagRate is a moderate rate.
const lagRate = 5000

// lag is how late requests are sent at a moderate rate: on the machine as it
// is, and with its processors kept from sleeping. A virtual machine's processor
// that sleeps is given to others, and comes back when its host sees fit.
func (b *bench) lag(ctx context.Context) error {
	for _, engine := range []string{fast.Name, vegeta.Name} {
		if err := b.lagOf(ctx, engine, "the processors may sleep"); err != nil {
			return err
		}
		rest := b.awake(ctx)
		err := b.lagOf(ctx, engine, "they are kept awake")
		rest()
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) lagOf(ctx context.Context, engine, how string) error {
	var p50, p99, floors []float64
	for range b.rounds {
		floor, err := b.floor(ctx)
		if err != nil {
			return err
		}
		_, o, err := b.own(ctx, task{Engine: engine, Rate: lagRate, Duration: b.length})
		if err != nil {
			return err
		}
		p50, p99, floors = append(p50, o.LagP50*1e3), append(p99, o.LagP99*1e3), append(floors, floor*1e3)
	}
	half, _ := medianOf(p50)
	most, _ := medianOf(p99)
	least, _ := medianOf(floors)
	fmt.Printf("\nLag of the %s engine at %d/s, %s: p50 %.3f ms, p99 %.3f ms; who only sleeps and wakes here, p99 %.3f ms\n", engine, lagRate, how, half, most, least)
	verdict(half <= 0.1 && most <= 0.5, "wanted at most 0.1 ms and 0.5 ms")
	return nil
}
