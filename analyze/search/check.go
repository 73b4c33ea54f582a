package search

import (
	"slices"
	"time"

	"loadline/analyze"
	"loadline/analyze/knee"
	"loadline/attack/record"
)

// check holds again levels that were held before, to see whether the service
// is still the same: one on the plateau, which a service that has grown
// meanwhile leaves behind, and the one that was held longest. Then it holds the
// limit that follows from all that, to see what throughput it gives. As long as it
// is not clear whether the service drifts, it goes on.
type check struct {
	levels []int // to hold, and then the limit
	limit  bool  // it is still to be held
	rounds int
}

const checkRounds = 3

func (c *check) next(s *Search) (record.Trial, bool) {
	if s.lost {
		return record.Trial{}, false
	}
	level, ok := c.level(s)
	if !ok {
		return record.Trial{}, false
	}
	after := len(c.levels)
	if c.limit {
		after++
	}
	room := s.room(c.name()) / time.Duration(after+1)
	response := s.responseAt(level)
	measured := max(clamp(s.completions(20_000, s.best()), 2*time.Second, 10*time.Second), 3*response)
	warmup, measured, ok := shrunk(room, 3*response, measured)
	if !ok {
		return c.next(s)
	}
	return record.Trial{Load: record.ClosedLoad(level), Warmup: warmup, Duration: warmup + measured}, true
}

// level is what to hold next; false where there is nothing left.
func (c *check) level(s *Search) (level int, ok bool) {
	for {
		if len(c.levels) > 0 {
			level, c.levels = c.levels[0], c.levels[1:]
			return level, true
		}
		if c.limit {
			c.limit = false
			if advice := analyze.Conclude(s.run()).Recommendation; advice != nil && !s.checked(advice.InFlightLimit) {
				return advice.InFlightLimit, true
			}
		}
		if c.rounds++; c.rounds > checkRounds || c.rounds > 1 && analyze.ClearlySteady(s.steps) {
			return 0, false
		}
		c.levels, c.limit = s.held(), true
	}
}

// checked says whether this phase held a level.
func (s *Search) checked(level int) bool {
	return slices.ContainsFunc(s.steps, func(step record.Step) bool {
		return step.Phase == record.Check && step.Load.Concurrency == level
	})
}

func (c *check) name() record.Phase { return record.Check }

func (c *check) observe(*Search, *record.Step) {}

// held is a level beyond the knee, where the service alone limits, and the one
// that was held longest.
func (s *Search) held() (out []int) {
	const beyond, most = 1.2, 3 // times the knee
	c, seconds := s.curve(), map[int]float64{}
	far, long := 0, 0
	for i := range s.steps {
		step := &s.steps[i]
		if step.Phase != record.Refine || c == nil {
			continue
		}
		level := step.Load.Concurrency
		seconds[level] += step.Measured().Seconds()
		if n := float64(level); n > beyond*c.Knee.Value && n < most*c.Knee.Value && c.At(n) > (1-knee.Tolerance)*c.Max.Value && (far == 0 || seconds[level] > seconds[far]) {
			far = level
		}
		if long == 0 || seconds[level] > seconds[long] {
			long = level
		}
	}
	for _, level := range []int{far, long} {
		if level > 0 {
			out = append(out, level)
		}
	}
	return slices.Compact(out)
}
