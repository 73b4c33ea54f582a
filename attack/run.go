package attack

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"loadline/attack/engine"
	"loadline/attack/generator"
	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// Run rests, puts the trial's load on the service and gives the step. Once ctx
// is done it stops sending, abandons what is still in flight after a second,
// and gives the step as far as it got together with the error of ctx.
func (a *Attacker) Run(ctx context.Context, trial record.Trial) (record.Step, error) {
	if err := rest(ctx, trial.Rest); err != nil {
		return record.Step{Phase: trial.Phase, Load: trial.Load, Warnings: []string{}}, err
	}
	book := tally.New(trial)
	a.book.Store(book)
	before := a.traffic()
	watching := a.watching(ctx, trial, before.Slots)
	began, watch := time.Since(a.created), generator.Start(watching)
	warm := a.trafficAfter(trial.Warmup, before)
	lasted, err := a.engine.Send(ctx, trial, book)
	step := book.Step(lasted)
	step.Start = record.Span(began)
	carried := a.traffic().Since(before)
	measured := a.traffic().Since(warm())
	carried.Waits, carried.Waited = measured.Waits, measured.Waited // those of the warm-up prove nothing
	step.Conns = carried.Connections()
	a.annotate(&step, book, carried)
	watch.Stop(&step)
	limit(&step, carried)
	if cut := cutShort(ctx, trial, &step); err == nil {
		err = cut
	}
	return step, err
}

// watching is what the generator has to know to judge itself.
func (a *Attacker) watching(ctx context.Context, trial record.Trial, slots int) generator.Options {
	o := generator.Options{Cores: a.cores(), Slots: slots, MaxInFlight: a.bound(trial)}
	if a.config.Service != nil {
		o.Kin = func() generator.Kin { return generator.Kin{Service: a.config.Service()} }
		return o
	}
	at := a.where(ctx)
	o.Kin, o.Remote = at.kin, at.remote
	return o
}

func rest(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// traffic is what the engine counted so far; zero for one that does not count.
func (a *Attacker) traffic() engine.Traffic {
	if meter, ok := a.engine.(engine.Meter); ok {
		return meter.Traffic()
	}
	return engine.Traffic{}
}

// trafficAfter looks at the traffic once the warm-up is over, and gives what
// it was then; before, where it never was.
func (a *Attacker) trafficAfter(warmup time.Duration, before engine.Traffic) (then func() engine.Traffic) {
	var seen atomic.Pointer[engine.Traffic]
	seen.Store(&before)
	if warmup <= 0 {
		return func() engine.Traffic { return before }
	}
	look := time.AfterFunc(warmup, func() {
		now := a.traffic()
		seen.Store(&now)
	})
	return func() engine.Traffic {
		look.Stop()
		return *seen.Load()
	}
}

// cores is how many processors the engine can use at most; 0: all.
func (a *Attacker) cores() float64 {
	if bounded, ok := a.engine.(interface{ Cores() float64 }); ok {
		return bounded.Cores()
	}
	return 0
}

// bound is how many requests may be in flight at once, where that bounds the load.
func (a *Attacker) bound(trial record.Trial) int {
	if trial.Load.Model == record.Open {
		return a.config.Options.MaxInFlight
	}
	return 0
}

// cutShort is the error of ctx where it ended the step.
func cutShort(ctx context.Context, trial record.Trial, step *record.Step) error {
	if ctx.Err() == nil || step.Duration.Std() == trial.Duration && abandoned(step) == 0 {
		return nil
	}
	if step.Stopped == "" {
		step.Stopped = "interrupted"
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		step.Stopped = "out of time"
	}
	return ctx.Err()
}
