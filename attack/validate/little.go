package main

import (
	"math"
	"time"

	"loadline/attack/record"
)

// littlesLaw checks L = λ·W where none of the three is derived from the others:
// the mean in flight is an integral, the rate a count, the time a histogram's mean.
// The service keeps up with both loads: of one that starves some requests, those
// under way at the start or the end would weigh too much.
func littlesLaw(t *table) error {
	t.title("Little's law within 1 %%")
	for _, m := range makers {
		for _, l := range []record.Load{record.ClosedLoad(16), record.OpenLoad(400, record.Poisson)} {
			s, err := startServer()
			if err != nil {
				return err
			}
			step, _, err := load(m.name, s.url+"/20ms", record.Trial{Load: l, Warmup: time.Second, Duration: 6 * time.Second, Seed: 1})
			if err != nil {
				return err
			}
			if _, err := s.stop(); err != nil {
				return err
			}
			product := *step.Throughput * step.Service.OK.Mean.Seconds()
			t.check(math.Abs(product/(*step.InFlight.Mean)-1) <= 0.01, m.name+", "+l.String(),
				"%.3f in flight, rate × time is %.3f", *step.InFlight.Mean, product)
		}
	}
	return nil
}
