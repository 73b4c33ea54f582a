package cmd

import (
	"context"
	"fmt"
	"slices"
	"time"

	"loadline/analyze/search"
	"loadline/analyze/slo"
	"loadline/attack/record"
)

// forecaster is a planner that knows about how much load time is left.
type forecaster interface{ Progress() search.Progress }

// execute measures, concludes, writes, and says how it ended. What was
// measured is written whatever happened on the way.
func (f *loadFlags) execute(ctx context.Context, env *Env, s *session) error {
	s.progress = newProgress(env, s.target.live)
	ctx, done := interruptible(ctx, env, "stopping; what was measured is saved", s.progress.printStatus)
	defer done()
	s.prepare(ctx)
	for _, doubt := range s.doubts {
		fmt.Fprintf(env.Err, "loadline: %s\n", printable(doubt))
	}
	s.progress.left = left(s.planner)
	measured := s.measure(ctx)
	measured = also(measured, s.target.close()) // first: its connections may take every descriptor
	written := f.output.conclude(env, s.run)
	if measured != nil {
		return also(measured, written)
	}
	return also(ended(verdict(s.run)), written)
}

// left is the planner's forecast of the load time that is left; 0 where it has none.
func left(p planner) func() time.Duration {
	if planned, ok := p.(forecaster); ok {
		return func() time.Duration { return planned.Progress().Left }
	}
	return func() time.Duration { return 0 }
}

// verdict is what the conclusions say to the caller.
func verdict(run *record.Run) exitCode {
	switch {
	case !succeeded(run):
		return exitNoCapacity
	case run.Capacity == nil:
		return attackVerdict(run)
	case has(run, "infeasible"):
		return exitFailed
	}
	switch run.Capacity.Outcome {
	case record.Found, record.LowerBound:
		if run.Capacity.SLOCapacity == nil && undecided(run) {
			return exitUntrusted
		}
		return exitOK
	case record.GeneratorLimited, record.Unsteady:
		return exitUntrusted
	default:
		return exitNoCapacity
	}
}

// succeeded says whether any request did, or none was meant to be counted.
func succeeded(run *record.Run) bool {
	for i := range run.Steps {
		if run.Steps[i].Counts.OK > 0 {
			return true
		}
	}
	return false
}

func has(run *record.Run, kind string) bool {
	return slices.ContainsFunc(run.Findings, func(f record.Finding) bool { return f.Kind == kind })
}

// attackVerdict judges the step of an attack: first whether the generator kept
// up, then the objective.
func attackVerdict(run *record.Run) exitCode {
	for i := range run.Steps {
		if run.Steps[i].Limited() {
			return exitUntrusted
		}
	}
	if run.Settings.SLO != nil && broken(run) {
		return exitFailed
	}
	if unsent(run) > mostUnsent || undecided(run) {
		return exitUntrusted
	}
	return exitOK
}

// mostUnsent is the share of the schedule that may never be sent: beyond it,
// what was measured is another load than the one that was asked for.
const mostUnsent = 0.1

// unsent is the share of what was scheduled that was never sent.
func unsent(run *record.Run) float64 {
	var dropped, scheduled int64
	for i := range run.Steps {
		dropped, scheduled = dropped+run.Steps[i].Dropped, scheduled+run.Steps[i].Scheduled
	}
	return float64(dropped) / float64(max(scheduled, 1))
}

// undecided says that there is an objective, and that no load shows whether it
// holds: a check that nobody could make was not passed.
func undecided(run *record.Run) bool {
	if run.Settings.SLO == nil {
		return false
	}
	objective, err := slo.Parse(*run.Settings.SLO)
	return err == nil && !slices.ContainsFunc(run.Steps, func(s record.Step) bool {
		return !s.Limited() && objective.Met(&s) != slo.Unclear
	})
}

// broken says whether a clause of the objective does not hold.
func broken(run *record.Run) bool {
	objective, err := slo.Parse(*run.Settings.SLO)
	if err != nil {
		return true
	}
	for i := range run.Steps {
		if objective.Met(&run.Steps[i]) == slo.No {
			return true
		}
	}
	return false
}
