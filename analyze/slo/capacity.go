package slo

import "loadline/attack/record"

// Answer is what all open steps together say about an objective.
type Answer struct {
	Capacity record.Estimate // greatest rate that keeps the objective, per second
	Clause   Clause          // the one that binds there
	Spread   Posterior       // of the binding clause
}

// Capacity is the greatest rate that keeps every clause, from all open steps and
// the lone requests of the closed ones, given the maximum throughput per
// second. It is nil where no open step counted or where every clause is about the mean.
func (s SLO) Capacity(steps []record.Step, most float64) *Answer {
	var answer *Answer
	for _, c := range s {
		if c.Name == Mean {
			continue
		}
		points := s.Points(c, steps)
		if len(points) == 0 {
			continue
		}
		spread := NewPosterior(points, c.Allowed(), most)
		estimate := spread.Estimate(Confidence)
		if answer == nil || estimate.Value < answer.Capacity.Value {
			answer = &Answer{estimate, c, spread}
		}
	}
	return answer
}

// Points is the evidence of every open step for a clause. Their clumping is
// pooled, for one step's few parts say little of it.
func (s SLO) Points(c Clause, steps []record.Step) (out []Point) {
	clumping := pooledClumping(steps)
	for i := range steps {
		step := &steps[i]
		if !Evidence(step) {
			continue
		}
		bad, total := s.Count(c, step)
		if total > 0 {
			out = append(out, Point{Rate: step.Load.RateRPS, Bad: bad / clumping, Total: total / clumping})
		}
	}
	return out
}

// Evidence says whether a step tells what users would feel: open, not spoiled by the
// generator, and not beyond the maximum on purpose.
func Evidence(s *record.Step) bool {
	return s.Load.Model == record.Open && !s.Limited() && s.Phase != record.Overload &&
		s.Load.RateRPS > 0 && s.Counts.Total() > 0
}

// pooledClumping is that of all open steps that had bad requests.
func pooledClumping(steps []record.Step) float64 {
	ratio, n := 3.0*2, 2.0
	for i := range steps {
		if !Evidence(&steps[i]) {
			continue
		}
		square, expected, parts := clumps(&steps[i])
		if parts > 0 && expected > 0 {
			ratio += square / expected
			n += parts
		}
	}
	return max(1, ratio/n)
}
