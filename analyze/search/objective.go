package search

import (
	"time"

	"loadline/analyze"
	"loadline/attack/record"
)

// objective offers open loads to see what users would feel: first a look at
// a few fixed shares of the maximum, then, where there is an objective,
// wherever the evidence of all trials together puts the rate at which it breaks.
type objective struct {
	trials int
}

const (
	objectiveTrials = 24
	preciseSLO      = 0.03  // half-width of the SLO capacity, as a share, that is good enough
	highest         = 0.995 // of the maximum: nothing above it is ever steady
	gentle          = 0.2   // of the maximum: what fails there fails anywhere
	certain         = 0.97  // probability that no rate keeps the objective, to give up
)

// around is where trials are put, as quantiles of what the answer may be.
var around = []float64{0.5, 0.3, 0.7}

// looks are shares of the maximum; with an objective the first of them alone.
var looks = []float64{0.5, 0.7, 0.85, 0.95}

func (o *objective) name() record.Phase { return record.Objective }

func (o *objective) next(s *Search) (record.Trial, bool) {
	most := s.best()
	if most <= 0 || o.trials >= objectiveTrials || s.lost {
		return record.Trial{}, false
	}
	if len(s.config.SLO) == 0 {
		return o.look(s, most)
	}
	if o.trials == 0 {
		return s.open(o, looks[0]*most, 0.15)
	}
	answer := s.answer()
	switch {
	case answer == nil,
		o.trials >= 4 && answer.Capacity.HalfWidth() < preciseSLO,
		o.trials >= 2 && answer.Infeasible > certain:
		return record.Trial{}, false
	case answer.Infeasible > 0.5:
		return s.open(o, gentle*most, 0.3)
	}
	rate := answer.Spread.Quantile(around[o.trials%len(around)])
	if o.trials%3 != 0 {
		rate = max(rate, s.brink())
	}
	return s.open(o, min(rate, highest*most), 0.3)
}

// brink is the rate at which a service whose throughput falls is expected to
// tip over within seconds, 0 for others: where it does so within minutes
// a trial shows nothing.
func (s *Search) brink() (rate float64) {
	for _, t := range analyze.Service(s.steps, s.curve(), s.config.Arrivals).Tips {
		rate += t.Probability * t.Soon
	}
	return rate
}

func (o *objective) look(s *Search, most float64) (record.Trial, bool) {
	if o.trials >= len(looks) {
		return record.Trial{}, false
	}
	return s.open(o, looks[o.trials]*most, 1/float64(len(looks)-o.trials))
}

func (o *objective) observe(s *Search, step *record.Step) {
	o.trials++
	s.calmed(o, step)
}

// open is a trial at a rate that takes at most a share of the room that the
// phase has left.
func (s *Search) open(p phase, rate, share float64) (record.Trial, bool) {
	rate = s.within(rate)
	room := s.room(p.name())
	lone, tau := s.lone(), relaxation(rate, s.best())
	warmup := clamp(max(500*time.Millisecond, 10*lone, 2*tau), 0, scaled(room, share/2))
	brief := clamp(s.config.Budget/30, time.Second, 4*time.Second)
	measured := max(clamp(s.wanted(rate), brief, 10*time.Second), min(8*tau, 15*time.Second), 5*lone)
	warmup, measured, ok := shrunk(scaled(room, share), warmup, measured)
	return s.offered(rate, warmup, measured), ok && rate > 0
}

// wanted is how long a trial has to last to show enough bad requests at the allowance.
func (s *Search) wanted(rate float64) time.Duration {
	const bad = 24 // that many, since they come in clumps
	_, allowed := s.config.SLO.Watch()
	return seconds(min(bad/allowed/rate, 3600))
}

// offered is an open trial that ends early where the service has clearly had too much.
func (s *Search) offered(rate float64, warmup, measured time.Duration) record.Trial {
	trial := record.Trial{
		Load: record.OpenLoad(rate, s.config.Arrivals), Warmup: warmup, Duration: warmup + measured,
	}
	slow, allowed := s.config.SLO.Watch()
	if slow > 0 {
		const hopeless = 5 // times the allowance
		trial.Stop.Bad = int(max(100, hopeless*allowed*rate*measured.Seconds()))
		trial.Stop.InFlight = int(min(s.best()*3*slow.Seconds()+float64(4*s.near+100), s.noReturn(rate)))
	}
	return trial
}

// noReturn is so many in flight that a service whose throughput falls does not
// come back from there while the rate is offered: it serves but half of
// that. To let more pile up would only make the recovery longer.
func (s *Search) noReturn(rate float64) float64 {
	c := s.curve()
	n := 1.25*c.Knee.Value + 10
	for c.At(n) > rate/2 && n < 1e6 {
		n *= 1.1
	}
	return n
}
