package search

import (
	"time"

	"loadline/analyze"
	"loadline/attack/record"
)

// Search is a search in progress. One goroutine may use it.
type Search struct {
	config Config
	steps  []record.Step
	spent  time.Duration // of load
	phases []phase       // still to come; the first is under way
	trials uint64        // asked so far

	near     int  // smallest concurrency whose probed rate is near the best
	reprobed int  // times that the probe was repeated
	warming  bool // the service got faster while it was held
	rewarmed int  // times that the refinement went back to warming up
	lost     bool // the service did not recover from what was offered
	known    known
}

// phase is a part of the search.
type phase interface {
	name() record.Phase
	// next is the phase's next trial; false: the phase is over.
	next(s *Search) (record.Trial, bool)
	// observe is told what the trial of this phase measured, after the step
	// was added to those of the search.
	observe(s *Search, step *record.Step)
}

// New is a search that has not begun.
func New(config Config) *Search {
	return &Search{config: config.complete(), phases: []phase{
		&preflight{}, &base{}, &probe{}, &warm{}, &refine{}, &places{}, &depth{}, &objective{},
		&confirm{}, &overload{}, &recovery{}, &check{},
	}}
}

// Next is the trial to run now; false: the search is over.
func (s *Search) Next() (record.Trial, bool) {
	for len(s.phases) > 0 {
		if trial, ok := s.phases[0].next(s); ok {
			return s.finish(trial), true
		}
		if len(s.phases) > 0 {
			s.phases = s.phases[1:]
		}
	}
	return record.Trial{}, false
}

// finish fills in what all trials of the search share.
func (s *Search) finish(trial record.Trial) record.Trial {
	s.trials++
	trial.Phase = s.phases[0].name()
	trial.Seed = s.config.Seed*0x9e3779b97f4a7c15 + s.trials
	trial.Slow, _ = s.config.SLO.Watch()
	if trial.Load.Model == record.Closed {
		trial.Load.Concurrency = s.bounded(trial.Load.Concurrency)
	}
	return trial
}

// Observe tells what the last trial measured.
func (s *Search) Observe(step record.Step) {
	s.steps = append(s.steps, step)
	s.spent += max(step.Duration.Std(), 0)
	if len(s.phases) == 0 {
		return
	}
	s.phases[0].observe(s, &s.steps[len(s.steps)-1])
	if s.hopeless() {
		s.end()
	}
}

// hopeless says that what limits is not the service, so that more trials
// would not find its capacity.
func (s *Search) hopeless() bool {
	if len(s.phases) == 0 {
		return false
	}
	switch s.phases[0].name() {
	case record.Probe, record.Warm, record.Refine:
		return analyze.Foreign(s.run())
	}
	return false
}

// end leaves out all phases that are still to come.
func (s *Search) end() { s.phases = nil }

// then puts phases behind the one that is under way.
func (s *Search) then(phases ...phase) {
	s.phases = append(append([]phase{s.phases[0]}, phases...), s.phases[1:]...)
}

// again starts over from the given phases, in front of those to come.
func (s *Search) again(phases ...phase) {
	s.phases = append(phases, s.phases...)
}
