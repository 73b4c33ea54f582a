package slo_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"loadline/attack/record"
)

func seeded(run int) *rand.Rand { return rand.New(rand.NewPCG(uint64(run), 30)) }

// answered is a step of the times in seconds that the accepted requests took,
// in buckets 1 % wide, with no windows.
func answered(times []float64) record.Step {
	const width = 1.01
	counts, sum := map[int]int64{}, 0.0
	for _, t := range times {
		counts[int(math.Ceil(math.Log(t)/math.Log(width)))]++
		sum += t
	}
	step := record.Step{Phase: record.Objective, Load: record.OpenLoad(100, record.Poisson), Counts: record.Counts{OK: int64(len(times))}}
	for k, n := range counts {
		step.Distribution = append(step.Distribution, record.Bucket{Upper: record.Span(math.Pow(width, float64(k)) * 1e9), Count: n})
	}
	slices.SortFunc(step.Distribution, func(a, b record.Bucket) int { return int(a.Upper - b.Upper) })
	if n := len(times); n > 0 {
		mean := time.Duration(sum / float64(n) * 1e9)
		step.Response.OK = &record.Quantiles{Count: int64(n), Mean: record.SpanOf(mean)}
	}
	return step
}

// exponential are n response times of a mean in seconds.
func exponential(random *rand.Rand, n int, mean float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = mean * random.ExpFloat64()
	}
	return out
}

// slow is a step of which so many requests took longer than 100 ms.
func slow(bad, total int64) record.Step {
	return record.Step{
		Phase: record.Objective, Load: record.OpenLoad(100, record.Poisson), Counts: record.Counts{OK: total},
		Distribution: []record.Bucket{
			{Upper: record.Span(100 * time.Millisecond), Count: total - bad},
			{Upper: record.Span(200 * time.Millisecond), Count: bad},
		},
	}
}

// queue simulates an M/M/c queue for so many seconds from empty, of which the
// first tenth is not counted: first come, first served.
func queue(random *rand.Rand, servers int, service, limit time.Duration, rate, seconds float64) record.Step {
	const windows = 20
	w := &record.Windows{
		Length: record.Span(0.9 * seconds / windows * 1e9), Sent: make([]int64, windows), Bad: make([]int64, windows),
	}
	step := record.Step{Phase: record.Objective, Load: record.OpenLoad(rate, record.Poisson), Windows: w}
	free := make([]float64, servers)
	late := int64(0)
	for now := 0.0; ; {
		now += random.ExpFloat64() / rate
		if now >= seconds {
			break
		}
		next := 0
		for i := range free {
			if free[i] < free[next] {
				next = i
			}
		}
		free[next] = max(free[next], now) + service.Seconds()*random.ExpFloat64()
		if at := (now/seconds - 0.1) / 0.9 * windows; at >= 0 {
			w.Sent[int(at)]++
			step.Counts.OK++
			if free[next]-now > limit.Seconds() {
				w.Bad[int(at)]++
				late++
			}
		}
	}
	step.Distribution = []record.Bucket{
		{Upper: record.Span(limit), Count: step.Counts.OK - late}, {Upper: record.Span(math.MaxInt64), Count: late},
	}
	return step
}
