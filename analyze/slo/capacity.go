package slo

import (
	"slices"
	"time"

	"loadline/analyze/knee"
	"loadline/analyze/quantile"
	"loadline/attack/record"
)

// Hopeless is the probability of no rate at which that is said.
const Hopeless = 0.95

// Answer is what all open steps together say about an objective.
type Answer struct {
	Capacity   record.Estimate // greatest rate that keeps the objective, per second
	Infeasible float64         // probability (0-1) that no rate does
	Clause     Clause          // the one that binds
	Spread     Posterior       // of that clause
}

// Service is what the closed model showed of the service.
type Service struct {
	Max        record.Estimate // throughput per second
	Tips       []knee.Tip      // rates beyond which it may tip over; nil: nowhere
	Crowd      *knee.Crowd     // nil: it is not slower the more is in it
	Dispersion float64         // of its completions: variance over mean
	Times      []Time          // responses where nothing waited, ascending
	Places     int             // requests that it takes in before it refuses; 0: any number
	RoundTrip  time.Duration   // of the network, within it; 0: unknown
	Arrivals   record.Arrivals // of the open trials
}

// Time is how long responses took, and how many took so long.
type Time struct {
	Length time.Duration
	Weight float64
}

// Variability is the mean of the squared coefficients of variation of
// arrivals and services: what queues grow with (Kingman 1961).
func (s Service) Variability() float64 {
	arrivals := 1.0
	if s.Arrivals == record.Constant {
		arrivals = 0
	}
	return max((arrivals+min(s.Dispersion, 10))/2, 0.1)
}

// Capacity is the greatest rate that keeps every clause, from all open steps
// below the maximum. It is nil where no open step counted or every clause is
// about the mean.
func (s SLO) Capacity(steps []record.Step, of Service) *Answer {
	var answer *Answer
	for i, c := range s {
		points := s.Points(c, steps, of)
		if c.Name == Mean || len(points) == 0 || !s.binds(i, points) {
			continue
		}
		spread := NewPosterior(points, c.Allowed(), of.Max, of.expects(c), of.Tips)
		if !offered(steps) && spread.Infeasible < Hopeless {
			continue // what no open trial has seen is no capacity
		}
		next := &Answer{spread.Estimate(Confidence), spread.Infeasible, c, spread}
		if answer == nil || next.below(answer) {
			answer = next
		}
	}
	return answer
}

// below says that a binds before b.
func (a *Answer) below(b *Answer) bool {
	const sure = 0.5
	if a.Infeasible > sure || b.Infeasible > sure {
		return a.Infeasible > b.Infeasible
	}
	return a.Capacity.Value < b.Capacity.Value
}

// binds says whether a clause can be what limits the rate. Response times
// always break as the load nears the maximum; failures and refusals need not, so a clause
// about them binds once a step has broken it, or where it is the only one.
func (s SLO) binds(i int, points []Point) bool {
	if s[i].Timed() || len(s) == 1 {
		return true
	}
	for _, p := range points {
		if quantile.Share(p.Bad, p.Total, Confidence).Low > s[i].Allowed() {
			return true
		}
	}
	return false
}

// Points is the evidence of every open step for a clause. A step that was cut
// short because its queue ran away has shown that its rate is too much, though
// hardly anything was counted.
func (s SLO) Points(c Clause, steps []record.Step, of Service) (out []Point) {
	const (
		ranAway = 30  // requests, all bad
		rare    = 1.5 // clumping of failures and refusals, which do not wait for each other
	)
	scale := clumpScale(steps, of)
	if bad, total := of.slowAlone(c); c.Timed() && bad > c.Allowed()*total {
		out = append(out, Point{Rate: lowest * of.Max.Value, Bad: bad, Total: total})
	}
	for i := range steps {
		step := &steps[i]
		if c.Name == Errors && anyhow(step, of) {
			bad, total := float64(step.Counts.Failed())/rare, float64(step.Counts.Total())/rare
			out = append(out, Point{Rate: *step.Throughput, Bad: bad, Total: total})
		}
		if !Evidence(step) {
			continue
		}
		bad, total := s.Count(c, step)
		clumping := rare
		if c.Timed() {
			clumping = max(1, scale*of.clumping(step.Load.RateRPS))
		}
		p := Point{Rate: step.Load.RateRPS, Bad: bad / clumping, Total: total / clumping}
		if step.Stopped != "" && c.Timed() && total < ranAway {
			p.Bad, p.Total = ranAway, ranAway
		}
		if p.Total > 0 {
			out = append(out, p)
		}
	}
	return out
}

// anyhow says whether a closed step shows what fails whatever the load: one
// below the maximum that was not refused anything.
func anyhow(s *record.Step, of Service) bool {
	const below = 0.9 // of the maximum
	return s.Load.Model == record.Closed && !s.Limited() && s.Counts.Shed == 0 && s.Counts.Total() > 0 &&
		s.Throughput != nil && *s.Throughput > 0 && *s.Throughput < below*of.Max.Value
}

// offered says whether any open step tells.
func offered(steps []record.Step) bool {
	return slices.ContainsFunc(steps, func(s record.Step) bool { return Evidence(&s) })
}

// Evidence says whether a step tells what users would feel: open, not spoiled by the
// generator, and not beyond the maximum on purpose.
func Evidence(s *record.Step) bool {
	return s.Load.Model == record.Open && !s.Limited() && s.Phase != record.Overload &&
		s.Load.RateRPS > 0 && (s.Counts.Total() > 0 || s.Stopped != "")
}
