package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loadline/analyze/search"
	"loadline/attack/record"
)

const attackLong = `Put one constant load on a service and report what it did.

The load is either open (--rate: arrivals by a schedule, whatever the service
answers; response time counts from the intended start) or closed (--concurrency:
so many requests in flight). The result is that of a sweep with one step and no
capacity.

With --slo, exit code 0 says that the objective was shown to hold and 3 that it
was shown to break. Where the samples do not decide it is 5, and the report says
how many requests are likely to.
`

const attackExample = `  loadline attack --rate 100 --duration 10s http://127.0.0.1:8080/
  loadline attack --concurrency 8 --duration 10s http://127.0.0.1:8080/
  loadline attack --rate 100 --slo 'p99<250ms' --json - http://127.0.0.1:8080/
  loadline attack --rate 180 --out '' 'sim:queue?servers=8&service=40ms'`

// attackFlags are the flags of the attack command.
type attackFlags struct {
	loadFlags
	rate        float64
	concurrency int
	duration    time.Duration
	warmup      time.Duration
	vegeta      string
	sent        bool // load, or soon will be
}

func newAttack(env *Env) *cobra.Command {
	f := &attackFlags{}
	cmd := &cobra.Command{
		Use:     "attack URL|-",
		Short:   "one constant load (open --rate or closed --concurrency)",
		Long:    attackLong + "\n" + targetsHelp + "\n" + exitHelp(),
		Example: attackExample,
		Args:    addressArg(&f.loadFlags),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.given = cmd.Flags()
			return f.attack(cmd.Context(), env, firstOf(args))
		},
	}
	f.add(cmd.Flags())
	return cmd
}

func (f *attackFlags) add(flags *pflag.FlagSet) {
	flags.Float64VarP(&f.rate, "rate", "r", 0, "open model: requests per second")
	flags.IntVarP(&f.concurrency, "concurrency", "c", 0, "closed model: requests kept in flight")
	flags.DurationVar(&f.duration, "duration", 10*time.Second, "of the load, warm-up included")
	flags.DurationVar(&f.warmup, "warmup", 0, "at the start: sent and not counted")
	flags.StringVar(&f.vegeta, "vegeta", "", "write every request, those of the warm-up too, to this `file` as vegeta's result stream; - puts the stream alone on stdout")
	f.loadFlags.add(flags)
}

// attack checks what was typed, then runs the one trial.
func (f *attackFlags) attack(ctx context.Context, env *Env, address string) error {
	arrivals, err := f.shape()
	if err != nil {
		return err
	}
	if err := f.checkRanges(); err != nil {
		return usage(err)
	}
	if _, err := f.objective(); err != nil {
		return err
	}
	if err := errors.Join(f.checkModel(), f.checkUsed(address)); err != nil {
		return usage(err)
	}
	switch f.vegeta {
	case "":
		return f.run(ctx, env, address, arrivals)
	case "-":
		f.results, f.output.taken = env.Out, true
		return f.run(ctx, env, address, arrivals)
	}
	return f.recorded(func() error { return f.run(ctx, env, address, arrivals) })
}

// recorded keeps every request of the attack in the file of --vegeta.
func (f *attackFlags) recorded(run func() error) error {
	file, err := create(f.vegeta)
	if err != nil {
		return err
	}
	f.results = file
	err = run()
	if !f.sent {
		return also(err, file.abandon())
	}
	return also(err, file.commit())
}

func (f *attackFlags) run(ctx context.Context, env *Env, address string, arrivals record.Arrivals) error {
	target, err := f.open(env, address)
	if err != nil {
		return err
	}
	if err := f.output.check(); err != nil {
		return also(err, target.close())
	}
	plan := func(float64) planner { return &single{trial: f.trial(arrivals)} }
	f.sent = true
	return f.execute(ctx, env, &session{target: target, run: f.begin(env, target), rate: f.rate, plan: plan})
}

func (f *attackFlags) trial(arrivals record.Arrivals) record.Trial {
	load := record.ClosedLoad(f.concurrency)
	if f.rate > 0 {
		load = record.OpenLoad(f.rate, arrivals)
	}
	return record.Trial{Phase: record.Attack, Load: load, Warmup: f.warmup, Duration: f.duration, Seed: f.seed}
}

func (f *attackFlags) checkRanges() error {
	var errs []error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	open, closed := f.given.Changed("rate"), f.given.Changed("concurrency")
	refuse(open == closed, "--rate and --concurrency: exactly one of them is wanted")
	refuse(open && !(f.rate > 0 && f.rate <= fastest), "--rate %v: must be above 0 and at most %.0f; --concurrency sends as fast as the service answers", f.rate, fastest)
	most := f.transport.maxInFlight
	refuse(closed && (f.concurrency < 1 || most > 0 && f.concurrency > most), "--concurrency %d: must be within 1-%d (--max-in-flight)", f.concurrency, most)
	refuse(f.duration < 10*time.Millisecond || f.duration > longest, "--duration %v: must be within 10ms-%v", f.duration, longest)
	refuse(f.warmup < 0 || f.warmup > 0 && f.warmup >= f.duration, "--warmup %v: must be at least 0 and shorter than --duration %v", f.warmup, f.duration)
	refuse(f.vegeta == "-" && f.output.json == "-", "--vegeta - and --json -: only one of them can have stdout")
	return errors.Join(append(errs, f.transport.checkRanges())...)
}

// fastest is the highest rate per second that a schedule takes.
const fastest = 1e8

// longest is how long a load may last: more than anybody waits for, and no
// clock runs over.
const longest = 1000 * time.Hour

// single is the planner of one trial.
type single struct {
	trial record.Trial
	done  bool
}

func (s *single) Next() (record.Trial, bool) { return s.trial, !s.done }

func (s *single) Observe(record.Step) { s.done = true }

// Progress says that the whole load is left until it was put on the service.
func (s *single) Progress() search.Progress {
	if s.done {
		return search.Progress{}
	}
	return search.Progress{Left: s.trial.Duration}
}
