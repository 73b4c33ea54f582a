package search

import (
	"cmp"
	"math"
	"slices"
	"time"

	"loadline/analyze"
	"loadline/analyze/knee"
	"loadline/attack/record"
)

// refine visits levels around the knee in passes up and down, so that drift
// cancels, until the maximum and the knee are known well enough.
type refine struct {
	passes int
	queue  []int // levels still to visit in this pass
}

const (
	refinePasses = 12
	preciseRate  = 0.026 // half-width of the maximum, as a share, that is good enough
	preciseKnee  = 0.25
)

// wide is the levels of the first pass as multiples of what the probe found,
// close those of later passes as multiples of the knee; the most useful come first,
// for the room may not do for all.
var (
	wide  = []float64{1, 0.55, 1.7, 0.75, 1.3, 0.4, 2.2}
	close = []float64{1.15, 1, 1.4, 0.8, 1.9}
)

func (r *refine) name() record.Phase { return record.Refine }

func (r *refine) next(s *Search) (record.Trial, bool) {
	if len(r.queue) == 0 && !r.plan(s) {
		return record.Trial{}, false
	}
	level := r.queue[0]
	r.queue = r.queue[1:]
	warmup, measured := r.visit(s, level)
	if warmup+measured > s.room(r.name()) {
		return record.Trial{}, false
	}
	return record.Trial{Load: record.ClosedLoad(level), Warmup: warmup, Duration: warmup + measured}, true
}

// visit is how long a level is held: longer in every pass.
func (r *refine) visit(s *Search, level int) (warmup, measured time.Duration) {
	response := s.responseAt(level)
	measured = clamp(s.completions(500, s.best()), time.Second/2, 2*time.Second)
	measured = scaled(measured, (1+0.5*float64(r.passes-1))*s.thrift())
	return max(3*response, 50*time.Millisecond), max(measured, 2*response)
}

func (r *refine) observe(*Search, *record.Step) {}

// plan fills the queue with the next pass; false where there is nothing left
// to learn or no room to learn it.
func (r *refine) plan(s *Search) bool {
	c := s.curve()
	if r.passes > 1 && s.backToWarm() {
		return false
	}
	if s.near == 0 || r.passes >= refinePasses || c == nil || r.passes > 1 && s.refined() && wellKnown(c) {
		return false
	}
	multiples, center := close, c.Knee.Value
	if r.passes == 0 {
		multiples, center = wide, float64(s.near)
	}
	r.passes++
	r.queue = s.affordable(r, append(slices.Clone(multiples), 1+1/center, 1+2/center, 1+3/center), center)
	if n := untried(c); n > 0 && r.passes > 1 && !slices.Contains(r.queue, n) {
		r.queue = append(r.queue, n)
	}
	slices.Sort(r.queue)
	if c.Rising && r.passes > 1 {
		r.queue = append(r.queue, s.level(1.5*c.Knee.Value))
	}
	if r.passes%2 == 0 {
		slices.Reverse(r.queue)
	}
	return len(r.queue) > 0
}

// backToWarm goes back to warming up, twice at most, where the service got
// faster during the refinement.
func (s *Search) backToWarm() bool {
	if s.rewarmed >= 2 || !analyze.GettingFaster(s.steps) {
		return false
	}
	s.rewarmed++
	s.warming = true
	s.then(&warm{}, &refine{})
	return true
}

// untried is a concurrency beside the best that was not tried, where throughput
// falls so that it matters; 0 where there is none.
func untried(c *knee.Curve) int {
	if !c.Falls() {
		return 0
	}
	best := slices.MaxFunc(c.Levels, func(a, b knee.Level) int { return cmp.Compare(a.Rate, b.Rate) })
	for _, n := range []float64{best.Concurrency + 1, best.Concurrency - 1} {
		if n >= 1 && !slices.ContainsFunc(c.Levels, func(l knee.Level) bool { return l.Concurrency == n }) {
			return int(n)
		}
	}
	return 0
}

// few levels cannot tell shapes apart: where the knee is so low that multiples
// of it coincide, the next concurrencies beyond it fill up to so many.
const few = 3

// affordable is the levels at the multiples, in their order, for as long as there is
// room for the visits; the first pass leaves room for a second.
func (s *Search) affordable(r *refine, multiples []float64, center float64) (out []int) {
	room := s.room(r.name())
	if r.passes == 1 {
		room = scaled(room, 0.7)
	}
	for i, m := range multiples {
		level := s.level(m * center)
		if slices.Contains(out, level) || i >= len(multiples)-few && len(out) >= few {
			continue
		}
		warmup, measured := r.visit(s, level)
		if room -= warmup + measured; room < 0 {
			break
		}
		out = append(out, level)
	}
	return out
}

// level is a concurrency within its bounds.
func (s *Search) level(n float64) int {
	return int(min(max(math.Round(n), 1), float64(s.config.MaxInFlight)))
}

// refined says that the levels were held long enough to see whether the
// service is the same throughout.
func (s *Search) refined() bool {
	const least = 0.1 // of the budget
	held := time.Duration(0)
	for i := range s.steps {
		if s.steps[i].Phase == record.Refine {
			held += s.steps[i].Duration.Std()
		}
	}
	return held >= scaled(s.config.Budget, least)
}

// wellKnown says that the maximum and the knee are known well enough.
func wellKnown(c *knee.Curve) bool {
	return !c.Rising && c.Max.HalfWidth() < preciseRate && c.Knee.HalfWidth() < preciseKnee
}
