package search

import (
	"math"
	"time"

	"loadline/attack/record"
)

// probe doubles the number in flight until throughput stops rising, and
// takes the smallest that comes near the best, never the best itself.
type probe struct {
	concurrency int // asked last
	best        rate
	rates       map[int]rate
	flaw        float64 // share that fails or is refused with one in flight
	flat        int     // doublings in a row that gained little
	stop        bool
	refused     bool // a lone request is to be tried again
	alone       bool // it is under way
}

// rate is a goodput per second with its standard error.
type rate struct{ value, err float64 }

const (
	gain    = 1.05 // a doubling below it gained little
	broken  = 0.05 // share of failures or refusals at which the service has had enough
	nearTop = 0.95 // of the best rate is near enough
	scatter = 0.15 // of the best rate, beyond gain and nearTop, may be chance at most
)

func (p *probe) name() record.Phase { return record.Probe }

func (p *probe) next(s *Search) (record.Trial, bool) {
	if p.refused {
		return p.again(s)
	}
	following := min(max(2*p.concurrency, 1), s.config.MaxInFlight)
	if p.stop || following == p.concurrency {
		return record.Trial{}, false
	}
	response := s.response(following, p.best.value)
	wish := max(clamp(s.completions(150, p.best.value), 250*time.Millisecond, time.Second), 2*response)
	warmup, measured, ok := shrunk(s.room(p.name()), max(2*response, 50*time.Millisecond), wish)
	if !ok {
		return record.Trial{}, false
	}
	p.concurrency = following
	return record.Trial{
		Load: record.ClosedLoad(following), Warmup: warmup, Duration: warmup + measured,
	}, true
}

// again sends one request at a time once more, to see whether it is refused
// as well: then it is not the crowd that is.
func (p *probe) again(s *Search) (record.Trial, bool) {
	p.refused, p.alone = false, true
	_, measured, ok := shrunk(s.room(p.name()), 0, max(20*s.lone(), 200*time.Millisecond))
	return record.Trial{Load: record.ClosedLoad(1), Duration: measured}, ok
}

// response is how long a request takes at a concurrency, given the best rate
// so far: at least as long as alone, longer where the rate is the limit (Little's law).
func (s *Search) response(concurrency int, best float64) time.Duration {
	lone := s.lone()
	if best <= 0 {
		return lone
	}
	return max(lone, seconds(float64(concurrency)/2/best))
}

// completions is how long so many take.
func (s *Search) completions(n, rate float64) time.Duration {
	if rate <= 0 {
		return time.Duration(n) * s.lone()
	}
	return seconds(n / rate)
}

func (p *probe) observe(s *Search, step *record.Step) {
	if p.alone {
		p.alone = false
		return
	}
	if p.rates == nil {
		p.rates = map[int]rate{}
	}
	now := rateOf(step)
	p.rates[p.concurrency] = now
	p.flat++
	if now.value > p.best.value*gain+p.chance(now) {
		p.flat = 0
	}
	if now.value > p.best.value {
		p.best = now
	}
	refused := step.Counts.Share(step.Counts.Failed() + step.Counts.Shed)
	if p.concurrency == 1 {
		p.flaw = refused
	}
	tooFast := s.config.MaxRate > 0 && now.value >= s.config.MaxRate
	p.stop = p.flat >= 2 || refused > max(broken, 2*p.flaw) || tooFast
	p.refused = step.Counts.Share(step.Counts.Shed) > broken
	s.near = p.nearest()
}

// nearest is the smallest concurrency whose rate is near the best, or may be:
// the best of several that scatter is the best by luck as well.
func (p *probe) nearest() int {
	for n := 1; n <= p.concurrency; n *= 2 {
		if r, tried := p.rates[n]; tried && r.value+p.chance(r) >= nearTop*p.best.value {
			return n
		}
	}
	return max(p.concurrency, 1)
}

func rateOf(step *record.Step) rate {
	const errors = 4 // standard errors in an interval, about
	if step.Goodput == nil {
		return rate{}
	}
	return rate{step.Goodput.Value, (step.Goodput.High - step.Goodput.Low) / errors}
}

// chance is how far a rate may lie from the best by chance: a standard error of
// the difference. Where that is more than the scatter, too little was counted to say.
func (p *probe) chance(r rate) float64 {
	return min(math.Hypot(r.err, p.best.err), scatter*p.best.value)
}

func goodput(step *record.Step) float64 {
	if step.Goodput == nil {
		return 0
	}
	return step.Goodput.Value
}
