package tally

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

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
		StatusCodes: statusCodes(all.status), Errors: errorClasses(all.errors),
		Response: latencies(all.response), Service: latencies(all.service),
		Lag: lag(all.lag), Distribution: distribution(all.response[record.OK]),
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
	for i := range s.response {
		mergeHistogram(&s.response[i], o.response[i])
		mergeHistogram(&s.service[i], o.service[i])
	}
	mergeHistogram(&s.lag, o.lag)
	for i := range s.windows {
		s.windows[i].add(o.windows[i])
	}
}

func mergeHistogram(into **hdrhistogram.Histogram, from *hdrhistogram.Histogram) {
	switch {
	case from == nil:
	case *into == nil:
		*into = from
	default:
		(*into).Merge(from)
	}
}

func (w *window) add(o window) {
	w.sent += o.sent
	w.bad += o.bad
	w.ok += o.ok
	w.shed += o.shed
	w.failed += o.failed
	w.area += o.area
}

func statusCodes(status map[int]int64) map[string]int64 {
	out := map[string]int64{}
	for code, n := range status {
		out[strconv.Itoa(code)] = n
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

func latencies(h [2]*hdrhistogram.Histogram) record.Latencies {
	return record.Latencies{OK: quantiles(h[record.OK]), Shed: quantiles(h[record.Shed])}
}
