package tally

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"loadline/attack/record"
)

// quantiles are order statistics, never above the maximum; one that would be
// the maximum of too few samples is left out.
func quantiles(t times) *record.Quantiles {
	if t.none() {
		return nil
	}
	h := t.histogram
	return &record.Quantiles{
		Count: h.TotalCount(),
		Min:   rank(h, 0),
		Mean:  record.SpanOf(time.Duration(t.sum / float64(h.TotalCount()))),
		P50:   quantile(h, 0.5), P90: quantile(h, 0.9), P95: quantile(h, 0.95),
		P99: quantile(h, 0.99), P999: quantile(h, 0.999),
		Max: rank(h, 1),
	}
}

// quantile is nil where fewer than 1/(1−p) samples were seen: nobody saw it.
func quantile(h *hdrhistogram.Histogram, p float64) *record.Span {
	const slack = 1e-9 // 100·(1−0.99) is a hair below 1
	if float64(h.TotalCount())*(1-p) < 1-slack {
		return nil
	}
	return rank(h, p)
}

// rank scans the counts; the histogram's own Min and Max iterate over values,
// which takes a hundred times longer. What is too short for the histogram is 0, though it
// gives the end of its first bar.
func rank(h *hdrhistogram.Histogram, p float64) *record.Span {
	value := h.ValueAtPercentile(p * 100)
	if value < resolution {
		value = 0
	}
	return record.SpanOf(time.Duration(value))
}

func lag(t times) *record.Lag {
	if t.none() {
		return nil
	}
	h := t.histogram
	return &record.Lag{P50: quantile(h, 0.5), P99: quantile(h, 0.99), Max: rank(h, 1)}
}

// distribution is the histogram in buckets as wide as 5 % of what they are
// above the least: enough to judge another SLO, to draw the quantiles, and to tell
// service times from the constant way there, and a bounded few hundred of them.
func distribution(t times) []record.Bucket {
	const growth = 1.05
	if t.none() {
		return nil
	}
	h := t.histogram
	var out []record.Bucket
	least := h.ValueAtPercentile(0)
	for to, count := range bars(h) {
		last := len(out) - 1
		if last >= 0 && float64(to-least) <= growth*float64(first(out, least)-least) {
			out[last].Upper, out[last].Count = record.Span(to), out[last].Count+count
			continue
		}
		out = append(out, record.Bucket{Upper: record.Span(to), Count: count})
	}
	return out
}

// first is where the last bucket begins.
func first(out []record.Bucket, least int64) int64 {
	if len(out) == 1 {
		return least
	}
	return int64(out[len(out)-2].Upper)
}
