package main

import (
	"math"
	"time"

	"loadline/attack/record"
)

// agreement lets both engines load the same server and compares what they say.
func agreement(t *table) error {
	t.title("The engines agree: outcomes exactly, throughput within 3 %%, medians within 0.5 ms")
	s, err := startServer()
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // its stamps are of no use here
	mixed, err := both(s.url+"/mixed", record.Trial{Load: record.OpenLoad(200, record.Constant), Duration: 5 * time.Second})
	if err != nil {
		return err
	}
	a, b := &mixed[0], &mixed[1]
	t.check(a.Counts == b.Counts, "open, 200/s, outcomes", "%+v and %+v", a.Counts, b.Counts)
	apart := a.Response.OK.P50.Std() - b.Response.OK.P50.Std()
	t.check(apart.Abs() <= 500*time.Microsecond, "open, 200/s, median response time", "%s and %s", a.Response.OK.P50, b.Response.OK.P50)
	full, err := both(s.url+"/20ms", record.Trial{Load: record.ClosedLoad(16), Warmup: time.Second, Duration: 5 * time.Second})
	if err != nil {
		return err
	}
	x, y := *full[0].Throughput, *full[1].Throughput
	t.check(math.Abs(x/y-1) <= 0.03, "closed, 16 in flight, throughput", "%.1f/s and %.1f/s", x, y)
	return nil
}

// both runs a trial on each engine.
func both(url string, trial record.Trial) (steps []record.Step, err error) {
	for _, m := range makers {
		step, _, err := load(m.name, url, trial)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}
