package cmd

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loadline/analyze/slo"
	"loadline/attack/record"
)

// loadFlags are what every command that makes load has.
type loadFlags struct {
	request   requestFlags
	transport transportFlags
	output    outputFlags
	slo       string
	arrivals  string
	seed      uint64

	given   *pflag.FlagSet // what was typed
	results io.Writer      // every request as vegeta's result stream; nil: none
}

func (f *loadFlags) add(flags *pflag.FlagSet) {
	f.request.add(flags)
	f.transport.add(flags)
	f.output.add(flags)
	flags.StringVar(&f.slo, "slo", "", "what users must get, as `'p99<250ms,errors<1%'`")
	flags.StringVar(&f.arrivals, "arrivals", "poisson", "shape of the open schedule: poisson|constant")
	flags.Uint64Var(&f.seed, "seed", 1, "of everything that is drawn at random")
	flags.SortFlags = false
}

// objective is the parsed SLO; nil without one.
func (f *loadFlags) objective() (slo.SLO, error) {
	if f.slo == "" {
		return nil, nil
	}
	objective, err := slo.Parse(f.slo)
	if err != nil {
		return nil, usage(fmt.Errorf("--slo: %w", err))
	}
	return objective, nil
}

func (f *loadFlags) shape() (record.Arrivals, error) {
	shape := record.Arrivals(f.arrivals)
	if shape != record.Poisson && shape != record.Constant {
		return "", usagef("--arrivals %q: want poisson or constant", f.arrivals)
	}
	return shape, nil
}

// begin is the run of a command, before anything was measured.
func (f *loadFlags) begin(env *Env, t *target) *record.Run {
	run := &record.Run{
		Schema: record.Schema, Version: versionText(), Started: time.Now().UTC().Truncate(time.Second),
		Target: t.describe, Generator: t.generator,
		Settings: record.Settings{
			Command: commandLine(env, t), Arrivals: record.Arrivals(f.arrivals), Seed: f.seed,
			Timeout: record.Span(f.transport.timeout), OKStatus: f.transport.ok, MaxInFlight: &f.transport.maxInFlight,
		},
		Steps: []record.Step{}, Findings: []record.Finding{},
	}
	if f.slo != "" {
		run.Settings.SLO = &f.slo
	}
	return run
}

// addressArg is the one argument of a command that makes load; with --targets
// there is none.
func addressArg(f *loadFlags) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if f.request.targets != "" && len(args) == 0 {
			return nil
		}
		return oneArg("URL")(cmd, args)
	}
}

func firstOf(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}
