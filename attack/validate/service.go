package main

import (
	"slices"
	"time"

	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// mostError is what the median may be off.
const mostError = 200 * time.Microsecond

// knownServiceTimes compares what the client measures with what the server
// stamped. Quantiles that lie between two modes are not compared.
func knownServiceTimes(t *table) error {
	t.title("Known service times, stamped by the server: medians within %s", mostError)
	for _, m := range makers {
		for _, path := range []string{"/1ms", "/5ms", "/20ms", "/100ms", "/bimodal", "/heavy"} {
			s, err := startServer()
			if err != nil {
				return err
			}
			_, seen, err := load(m.name, s.url+path, record.Trial{
				Load: record.OpenLoad(100, record.Poisson), Duration: 4 * time.Second, Seed: 1,
			})
			if err != nil {
				return err
			}
			stamps, err := s.stop()
			if err != nil {
				return err
			}
			client := serviceTimes(seen)
			off := quantile(client, 0.5) - quantile(stamps, 0.5)
			t.check(off.Abs() <= mostError, m.name+", "+path[1:], "median %s, stamped %s; p90 %s, stamped %s",
				quantile(client, 0.5), quantile(stamps, 0.5), quantile(client, 0.9), quantile(stamps, 0.9))
		}
	}
	return nil
}

// serviceTimes are those of the requests, ascending. The step has them in a
// histogram, whose buckets are too wide for tenths of milliseconds in 100.
func serviceTimes(seen []tally.Request) []time.Duration {
	var out []time.Duration
	for _, r := range seen {
		out = append(out, r.Done-r.Sent)
	}
	slices.Sort(out)
	return out
}

// quantile is an order statistic of ascending times, in microseconds.
func quantile(ascending []time.Duration, p float64) time.Duration {
	return ascending[int(p*float64(len(ascending)-1))].Round(time.Microsecond)
}
