package cmd

import (
	"context"
	"errors"
	"time"

	"loadline/analyze"
	"loadline/attack/record"
)

// forecaster is a planner that knows about how much load time is left.
type forecaster interface{ Left() time.Duration }

// execute measures, concludes, writes, and says how it ended. What was
// measured is written whatever happened on the way.
func (f *loadFlags) execute(ctx context.Context, env *Env, s *session) error {
	left := func() time.Duration { return 0 }
	if planner, ok := s.planner.(forecaster); ok {
		left = planner.Left
	}
	s.progress = newProgress(env, s.target.live, left)
	ctx, done := interruptible(ctx, env, s.progress.printStatus)
	defer done()
	measured := s.measure(ctx)
	if err := f.output.conclude(env, s.run); err != nil {
		return errors.Join(measured, err)
	}
	if measured != nil {
		return measured
	}
	return ended(verdictCode(s.run))
}

// verdictCode is what the conclusions say to the caller.
func verdictCode(run *record.Run) exitCode {
	switch {
	case analyze.NothingSucceeded(run):
		return exitNoCapacity
	case analyze.ObjectiveFailed(run):
		return exitFailed
	case run.Capacity == nil:
		return attackCode(run)
	}
	switch run.Capacity.Outcome {
	case record.Found, record.LowerBound:
		return exitOK
	case record.GeneratorLimited, record.Unsteady:
		return exitUntrusted
	default:
		return exitNoCapacity
	}
}

// attackCode judges a run without a capacity by whether the generator kept up.
func attackCode(run *record.Run) exitCode {
	for i := range run.Steps {
		if run.Steps[i].Limited() {
			return exitUntrusted
		}
	}
	return exitOK
}
