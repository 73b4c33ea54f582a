package search

import (
	"math"
	"slices"
	"time"

	"loadline/analyze/knee"
	"loadline/attack/record"
)

// refine visits levels around the knee in passes up and down, so that drift
// cancels, and looks closer where the curve bends until the maximum and the
// knee are known well enough.
type refine struct {
	passes int
	queue  []int // levels still to visit in this pass
}

const (
	refinePasses = 12
	preciseRate  = 0.012 // half-width of the maximum, as a share, that is good enough
	narrow       = 0.06  // levels that differ by less need none between them
)

func (r *refine) name() record.Phase { return record.Refine }

func (r *refine) next(s *Search) (record.Trial, bool) {
	if len(r.queue) == 0 && !r.plan(s) {
		return record.Trial{}, false
	}
	level := r.queue[0]
	room := s.room(r.name())
	share := room / time.Duration(len(r.queue)+r.toCome())
	best := s.best()
	response := s.responseAt(level)
	warmup := max(3*response, 50*time.Millisecond)
	wish := max(clamp(s.completions(500, best), time.Second/2, 2*time.Second), 2*response)
	wish = scaled(wish, 1+0.5*float64(r.passes-1))
	warmup, measured, ok := shrunk(max(share, min(room, warmup+2*response)), warmup, wish)
	if !ok || warmup+measured > room {
		return record.Trial{}, false
	}
	r.queue = r.queue[1:]
	return record.Trial{Load: record.ClosedLoad(level), Warmup: warmup, Duration: warmup + measured}, true
}

// toCome is how many visits the second pass will want: the first must leave
// room for it.
func (r *refine) toCome() int {
	if r.passes > 1 {
		return 0
	}
	return len(r.queue)
}

func (r *refine) observe(*Search, *record.Step) {}

// plan fills the queue with the next pass; false where there is nothing left to learn.
func (r *refine) plan(s *Search) bool {
	if s.near == 0 || r.passes >= refinePasses {
		return false
	}
	levels := r.first(s)
	if r.passes > 0 {
		c := s.curve()
		if c == nil || r.passes > 1 && s.wellKnown(c) {
			return false
		}
		levels = r.useful(s, c)
	}
	if r.passes%2 == 1 {
		slices.Reverse(levels)
	}
	r.passes++
	r.queue = levels
	return len(levels) > 0
}

// first is the levels of the first pass.
func (r *refine) first(s *Search) []int {
	var out []int
	for _, f := range []float64{0.4, 0.55, 0.75, 1, 1.3, 1.7, 2.2} {
		out = append(out, s.level(f*float64(s.near)))
	}
	return compact(out)
}

// level is a concurrency within its bounds.
func (s *Search) level(n float64) int {
	return int(min(max(math.Round(n), 1), float64(s.config.MaxInFlight)))
}

func compact(levels []int) []int {
	slices.Sort(levels)
	return slices.Compact(levels)
}

// useful is the levels that can still change the answer: those of the
// plateau, those around the knee, one between where a gap is wide, and one beyond an end
// that the curve has not bent before.
func (r *refine) useful(s *Search, c *knee.Curve) []int {
	out := append(r.plateau(c), r.around(s, c)...)
	first, last := c.Levels[0].Concurrency, c.Levels[len(c.Levels)-1].Concurrency
	if c.Fit[0] >= nearTop*c.Max.Value {
		out = append(out, s.level(first/2))
	}
	if c.Rising {
		out = append(out, s.level(last*1.5))
	}
	return compact(out)
}

// plateau is up to four levels, spread over those whose rate is the maximum.
func (r *refine) plateau(c *knee.Curve) (out []int) {
	top := slices.Max(c.Fit)
	var all []int
	for i, l := range c.Levels {
		if c.Fit[i] >= top*0.99-l.Error {
			all = append(all, int(l.Concurrency))
		}
	}
	const most = 4
	if len(all) <= most {
		return all
	}
	for i := range most {
		out = append(out, all[i*(len(all)-1)/(most-1)])
	}
	return out
}

// around is the levels on both sides of the knee and of a sharp peak, and what lies between.
func (r *refine) around(s *Search, c *knee.Curve) (out []int) {
	top := slices.Index(c.Fit, slices.Max(c.Fit))
	for i := 1; i < len(c.Levels); i++ {
		a, b := c.Levels[i-1].Concurrency, c.Levels[i].Concurrency
		bend := c.Fit[i-1] < (1-knee.Tolerance)*c.Max.Value && c.Fit[i] >= (1-knee.Tolerance)*c.Max.Value
		peak := (i == top || i == top+1) && min(c.Fit[i-1], c.Fit[i]) < (1-knee.Tolerance)*c.Max.Value
		if !bend && !peak {
			continue
		}
		out = append(out, s.level(a), s.level(b))
		if wide(a, b) {
			out = append(out, s.level(math.Sqrt(a*b)))
		}
	}
	return out
}

func wide(a, b float64) bool { return b-a > 1 && b-a > narrow*b }

// wellKnown says that the maximum and the knee are known well enough.
func (s *Search) wellKnown(c *knee.Curve) bool {
	if c.Rising || c.Max.HalfWidth() > preciseRate || c.Knee == nil {
		return false
	}
	for i := 1; i < len(c.Levels); i++ {
		at := c.Levels[i].Concurrency
		if at >= c.Knee.Value && i > 0 {
			return !wide(c.Levels[i-1].Concurrency, at) || c.Levels[i-1].Concurrency >= c.Knee.Value
		}
	}
	return true
}
