package tally

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"loadline/attack/record"
)

// quantiles are order statistics, never above the maximum; one that would be
// the maximum of too few samples is left out.
func quantiles(h *hdrhistogram.Histogram) *record.Quantiles {
	if h == nil || h.TotalCount() == 0 {
		return nil
	}
	return &record.Quantiles{
		Count: h.TotalCount(),
		Min:   record.SpanOf(time.Duration(h.Min())),
		Mean:  record.SpanOf(time.Duration(h.Mean())),
		P50:   quantile(h, 0.5), P90: quantile(h, 0.9), P95: quantile(h, 0.95),
		P99: quantile(h, 0.99), P999: quantile(h, 0.999),
		Max: record.SpanOf(time.Duration(h.Max())),
	}
}

// quantile is nil where fewer than 1/(1−p) samples were seen: nobody saw it.
func quantile(h *hdrhistogram.Histogram, p float64) *record.Span {
	const slack = 1e-9 // 100·(1−0.99) is a hair below 1
	if float64(h.TotalCount())*(1-p) < 1-slack {
		return nil
	}
	return record.SpanOf(time.Duration(min(h.ValueAtQuantile(p*100), h.Max())))
}

func lag(h *hdrhistogram.Histogram) *record.Lag {
	if h == nil || h.TotalCount() == 0 {
		return nil
	}
	return &record.Lag{P50: quantile(h, 0.5), P99: quantile(h, 0.99), Max: record.SpanOf(time.Duration(h.Max()))}
}

// distribution is the histogram in buckets about 5 % wide: enough to judge
// another SLO or to draw the quantiles, and a bounded few hundred of them.
func distribution(h *hdrhistogram.Histogram) []record.Bucket {
	const growth = 1.05
	if h == nil {
		return nil
	}
	var out []record.Bucket
	for _, bar := range h.Distribution() {
		if bar.Count == 0 {
			continue
		}
		last := len(out) - 1
		if last >= 0 && float64(bar.To) <= growth*float64(first(out, h)) {
			out[last].Upper, out[last].Count = record.Span(bar.To), out[last].Count+bar.Count
			continue
		}
		out = append(out, record.Bucket{Upper: record.Span(bar.To), Count: bar.Count})
	}
	return out
}

// first is where the last bucket begins.
func first(out []record.Bucket, h *hdrhistogram.Histogram) int64 {
	if len(out) == 1 {
		return h.Min()
	}
	return int64(out[len(out)-2].Upper)
}
