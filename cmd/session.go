package cmd

import (
	"context"
	"fmt"
	"slices"
	"time"

	"loadline/attack/record"
)

// runner runs one trial; the real generator and a simulated service are runners.
type runner interface {
	Run(ctx context.Context, trial record.Trial) (record.Step, error)
}

// planner says which trial is next, from what was measured so far.
type planner interface {
	Next() (record.Trial, bool)
	Observe(step record.Step)
}

// session runs the trials of a planner and keeps what was measured.
type session struct {
	target   *target
	run      *record.Run
	rate     float64                       // highest that is known to be wanted, per second; 0: unknown
	plan     func(ceiling float64) planner // from the generator's ceiling; 0: unknown
	selfTest bool                          // find the ceiling first

	planner  planner
	progress *progress
	doubts   []string // of the preparation: warnings of the first step
}

// prepare makes room on this machine, finds what the generator alone can do
// and adds to what it measures, and has doubts in words.
func (s *session) prepare(ctx context.Context) {
	s.doubts = s.target.preflight(s.rate)
	ceiling := s.ceiling(ctx)
	if s.target.bias != nil {
		bias, err := s.target.bias(ctx)
		s.run.Generator.Bias = bias
		s.doubt(ctx, "what the client adds to the time on the wire is not known", err)
	}
	s.planner = s.plan(ceiling)
}

// ceiling is how many requests a second the generator alone can do; 0: unknown.
func (s *session) ceiling(ctx context.Context) float64 {
	if !s.selfTest || s.target.ceiling == nil {
		return 0
	}
	ceiling, err := s.target.ceiling(ctx)
	if err != nil {
		s.doubt(ctx, "the generator's own ceiling is not known", err)
		return 0
	}
	s.run.Generator.Ceiling = &ceiling
	return ceiling
}

// doubt notes a failure of the preparation, unless that was interrupted.
func (s *session) doubt(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		s.doubts = append(s.doubts, what+": "+err.Error())
	}
}

// measure runs trials until the planner is content or ctx ends. The steps are
// in the run whatever happens; it is complete where nothing cut it short.
func (s *session) measure(ctx context.Context) error {
	started := time.Now()
	err := s.trials(ctx)
	s.run.Complete = err == nil
	s.run.Wall = record.Span(s.target.wall(started))
	if interrupted(ctx) {
		return ended(exitInterrupted)
	}
	return err
}

func (s *session) trials(ctx context.Context) error {
	for {
		trial, more := s.planner.Next()
		if !more {
			return nil
		}
		s.progress.begin(trial)
		step, err := s.target.runner.Run(ctx, trial)
		s.progress.end(&step, err)
		if err == nil || step.Sent > 0 {
			s.keep(step)
		}
		if err != nil {
			return fmt.Errorf("trial at %s: %w", trial.Load, err)
		}
		if n, _ := lost(s.run.Steps); n > 0 {
			return nil
		}
	}
}

func (s *session) keep(step record.Step) {
	if len(s.run.Steps) == 0 {
		step.Warnings = append(slices.Clone(s.doubts), step.Warnings...)
	}
	s.run.Steps = append(s.run.Steps, step)
	s.run.Load += step.Duration
	if step.Conns != nil && step.Conns.Protocol != "" {
		s.run.Target.Protocol = &step.Conns.Protocol
	}
	s.planner.Observe(step)
}
