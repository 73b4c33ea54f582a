package cmd

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loadline/analyze/search"
	"loadline/attack/record"
)

const sweepLong = `Find the most work a service can carry, and the in-flight limit to set.

A sweep doubles the number of requests in flight until throughput stops rising,
looks closely around that knee, offers the service what many independent users
would (open model, response time from the intended start), overloads it, sees it
recover, and checks the limit that it recommends.

It writes result.json, report.html, curve.png and limits/ into --out, the table
of steps and the verdict to stdout, and progress to stderr.

The URL may be - (targets on stdin), or a simulated service in virtual time:
sim:queue?servers=8&service=40ms (see the keys at the end).
`

const sweepExample = `  loadline sweep http://127.0.0.1:8080/
  loadline sweep --slo 'p99<250ms,errors<1%' --budget 60s http://127.0.0.1:8080/
  loadline sweep --concurrencies 1,2,4,8,16 --step-duration 3s http://127.0.0.1:8080/
  loadline sweep -H 'Authorization: Bearer env:TOKEN' http://127.0.0.1:8080/
  loadline sweep --out '' 'sim:queue?servers=8&service=40ms'`

// sweepFlags are the flags of the sweep command.
type sweepFlags struct {
	loadFlags
	budget        time.Duration
	maxRate       float64
	fraction      float64
	headroom      float64
	overload      float64
	rates         []float64
	concurrencies []int
	stepDuration  time.Duration
}

func newSweep(env *Env) *cobra.Command {
	f := &sweepFlags{}
	cmd := &cobra.Command{
		Use:     "sweep URL|-",
		Short:   "find the maximum, the knee, the limit; write result, report, limits",
		Long:    sweepLong + "\n" + targetsHelp + "\n" + simulatedHelp() + "\n" + exitHelp(),
		Example: sweepExample,
		Args:    addressArg(&f.loadFlags),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.given = cmd.Flags()
			return f.sweep(cmd.Context(), env, firstOf(args))
		},
	}
	f.add(cmd.Flags())
	return cmd
}

func (f *sweepFlags) add(flags *pflag.FlagSet) {
	flags.DurationVar(&f.budget, "budget", 2*time.Minute, "load time to spend on the search")
	flags.Float64Var(&f.maxRate, "max-rate", 100_000, "never offer more requests per second than this")
	flags.Float64Var(&f.fraction, "fraction", 0.9, "of what is in flight at the maximum, the limit to recommend")
	flags.Float64Var(&f.headroom, "headroom", 0, "of the capacity, 0-1, to keep free (default: by size)")
	flags.Float64Var(&f.overload, "overload", 2, "overload the service by up to this factor of its maximum")
	flags.Float64SliceVar(&f.rates, "rates", nil, "instead of the search, offer these rates in turn (open model), as `50,100,150`")
	flags.Lookup("rates").DefValue = "" // or help says "default []"
	flags.IntSliceVar(&f.concurrencies, "concurrencies", nil, "instead of the search, keep these numbers in flight in turn (closed model), as `1,2,4,8`")
	flags.DurationVar(&f.stepDuration, "step-duration", 3*time.Second, "of each step of --rates and --concurrencies")
	f.loadFlags.add(flags)
}

// sweep checks everything that was typed, then measures, concludes and writes.
func (f *sweepFlags) sweep(ctx context.Context, env *Env, address string) error {
	plan, err := f.plan()
	if err != nil {
		return err
	}
	if err := errors.Join(f.checkSearch(), f.checkUsed(address)); err != nil {
		return usage(err)
	}
	target, err := f.open(env, address)
	if err != nil {
		return err
	}
	if err := f.output.check(); err != nil {
		return also(err, target.close())
	}
	run := f.begin(env, target)
	f.note(&run.Settings)
	return f.execute(ctx, env, &session{target: target, run: run, rate: f.most(), plan: plan, selfTest: true})
}

// note adds the flags of the search to the run's settings.
func (f *sweepFlags) note(s *record.Settings) {
	budget, step := record.Span(f.budget), record.Span(f.stepDuration)
	s.Fraction = f.fraction
	s.MaxRate = &f.maxRate
	if f.given.Changed("headroom") {
		s.Headroom = &f.headroom
	}
	if f.staircase() {
		s.Rates, s.Concurrency, s.StepDuration = f.rates, f.concurrencies, &step
		return
	}
	s.Budget, s.Overload = &budget, &f.overload
}

func (f *sweepFlags) staircase() bool { return len(f.rates)+len(f.concurrencies) > 0 }

// plan checks the flags, and makes of the generator's ceiling (0: unknown) the
// search, or the staircase that was asked for instead.
func (f *sweepFlags) plan() (func(ceiling float64) planner, error) {
	arrivals, err := f.shape()
	if err != nil {
		return nil, err
	}
	if err := f.checkRanges(); err != nil {
		return nil, usage(err)
	}
	objective, err := f.objective()
	if err != nil {
		return nil, err
	}
	return func(ceiling float64) planner {
		if f.staircase() {
			slow, _ := objective.Watch()
			return search.Staircase(f.levels(arrivals), f.stepDuration).Judging(slow, f.seed)
		}
		return search.New(search.Config{
			SLO: objective, Budget: f.budget, MaxRate: f.maxRate, MaxInFlight: f.transport.maxInFlight,
			Arrivals: arrivals, Fraction: f.fraction, Overload: f.overload, Seed: f.seed,
			Timeout: f.transport.timeout, Ceiling: ceiling,
		})
	}, nil
}

// most is the highest rate that is known to be wanted; 0: it depends on the service.
func (f *sweepFlags) most() float64 {
	if len(f.rates) == 0 {
		return 0
	}
	return slices.Max(f.rates)
}

// levels are the loads of the staircase.
func (f *sweepFlags) levels(arrivals record.Arrivals) []record.Load {
	var loads []record.Load
	for _, rate := range f.rates {
		loads = append(loads, record.OpenLoad(rate, arrivals))
	}
	for _, n := range f.concurrencies {
		loads = append(loads, record.ClosedLoad(n))
	}
	return loads
}
