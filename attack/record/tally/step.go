package tally

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"loadline/attack/record"
)

// Step closes the book: what was measured until end, the time at which the
// load stopped (the trial's Duration unless it was cut short). Every request
// that began must have finished. Start, connections, resources and what the
// generator saw of itself are the caller's to add.
func (b *Book) Step(end time.Duration) record.Step {
	all := newShard(b)
	for _, s := range b.shards {
		all.merge(s)
	}
	end = min(end, b.trial.Duration)
	step := record.Step{
		Phase: b.trial.Phase, Load: b.trial.Load,
		Duration: record.Span(end), Warmup: record.Span(min(b.trial.Warmup, end)),
		Scheduled: all.scheduled, Sent: all.sent, Dropped: all.dropped,
		Counts: record.Counts{
			OK: all.counts[record.OK], Shed: all.counts[record.Shed],
			Error: all.counts[record.Error], Timeout: all.counts[record.Timeout],
		},
		StatusCodes: statusCodes(&all.status), Errors: errorClasses(all.errors),
		Response: latencies(all.timing.response), Service: latencies(all.timing.serviced()),
		Lag: lag(all.timing.lags()), Distribution: distribution(all.timing.response[record.OK]),
		Warnings: []string{},
	}
	b.rates(&step, all, end)
	return step
}

func (s *Shard) merge(o *Shard) {
	s.scheduled += o.scheduled
	s.sent += o.sent
	s.dropped += o.dropped
	for i := range o.counts {
		s.counts[i] += o.counts[i]
	}
	for code, n := range o.status {
		s.status[code] += n
	}
	for name, class := range o.errors {
		mine, known := s.errors[name]
		if !known {
			mine = &record.ErrorClass{Class: name, Example: class.Example}
			s.errors[name] = mine
		}
		mine.Count += class.Count
	}
	s.timing.merge(&o.timing)
	for i := range s.windows {
		s.windows[i].add(o.windows[i])
	}
}

func (w *window) add(o window) {
	w.sent += o.sent
	w.bad += o.bad
	w.issued += o.issued
	w.ok += o.ok
	w.shed += o.shed
	w.failed += o.failed
	w.area += o.area
}

func statusCodes(status *[statuses]int64) map[string]int64 {
	out := map[string]int64{}
	for code, n := range status {
		if n > 0 {
			out[strconv.Itoa(code)] = n
		}
	}
	return out
}

func errorClasses(classes map[string]*record.ErrorClass) []record.ErrorClass {
	out := []record.ErrorClass{}
	for _, name := range slices.Sorted(maps.Keys(classes)) {
		out = append(out, *classes[name])
	}
	slices.SortStableFunc(out, func(a, b record.ErrorClass) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

func latencies(t [2]times) record.Latencies {
	return record.Latencies{OK: quantiles(t[record.OK]), Shed: quantiles(t[record.Shed])}
}
