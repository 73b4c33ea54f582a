package report

import "loadline/attack/record"

// point is a step as the charts see it: base units, NaN where not measured.
type point struct {
	number  int
	phase   record.Phase
	open    bool
	limited bool
	partial bool    // less was sent than was due
	level   float64 // what was asked for: rate or concurrency
	load    string  // the same in words

	sent, throughput  float64
	goodput           *record.Estimate
	response, service quantiles
	counts            record.Counts
	dropped           int64
	distribution      []record.Bucket
	step              *record.Step
}

type quantiles struct{ p50, p95, p99, max float64 }

func quantilesOf(q *record.Quantiles) quantiles {
	if q == nil {
		q = &record.Quantiles{}
	}
	return quantiles{seconds(q.P50), seconds(q.P95), seconds(q.P99), seconds(q.Max)}
}

func pointsOf(run *record.Run) []point {
	var out []point
	for i := range run.Steps {
		s := &run.Steps[i]
		if s.Phase == record.Preflight || s.Phase == record.Recovery {
			continue // they ask whether the service is there, not what it carries
		}
		out = append(out, pointOf(i+1, s))
	}
	return out
}

func pointOf(number int, s *record.Step) point {
	p := point{
		number: number, phase: s.Phase, open: s.Load.Model == record.Open, limited: s.Limited(),
		load: loadName(s.Load), sent: value(s.SentRate), throughput: value(s.Throughput),
		response: quantilesOf(s.Response.OK), service: quantilesOf(s.Service.OK),
		counts: s.Ended(), dropped: s.Dropped, distribution: s.Distribution, step: s,
	}
	if sound(s.Goodput) {
		p.goodput = s.Goodput
	}
	p.partial = float64(s.Dropped) > enough*float64(s.Scheduled)
	p.level = float64(s.Load.Concurrency)
	if p.open {
		p.level = s.Load.RateRPS
	}
	return p
}

// enough is the share of the requests due that may stay unsent without a
// word: no random schedule is kept to the last request.
const enough = 0.02

// ofModel keeps the points of the open or the closed model.
func ofModel(points []point, open bool) []point {
	var out []point
	for _, p := range points {
		if p.open == open {
			out = append(out, p)
		}
	}
	return out
}
