package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"loadline/targets"
	"loadline/targets/simulate"
)

// modelled are the flags that a simulated service heeds, or that do not
// concern what is sent to it.
var modelled = []string{
	"rate", "concurrency", "duration", "warmup", "timeout", "max-in-flight", "out", "json", "slo", "arrivals", "seed",
	"budget", "max-rate", "fraction", "headroom", "overload", "rates", "concurrencies", "step-duration",
}

// checkUsed refuses flags that would change nothing. An empty objective is
// probably a variable that nobody set, and would let everything pass.
func (f *loadFlags) checkUsed(address string) error {
	if f.given.Changed("slo") && f.slo == "" {
		return usagef("--slo: is empty")
	}
	if f.given.Changed("format") && f.request.targets == "" && address != targets.Stdin {
		return usagef("--format: there are no targets that it is the format of (--targets)")
	}
	if !strings.HasPrefix(address, simulate.Scheme) {
		return nil
	}
	var errs []error
	f.given.Visit(func(flag *pflag.Flag) {
		if !slices.Contains(modelled, flag.Name) {
			errs = append(errs, fmt.Errorf("--%s: a simulated service is sent nothing, so it would change nothing", flag.Name))
		}
	})
	return usage(errors.Join(errs...))
}

// checkSearch refuses flags of the search beside a staircase, of the staircase
// without one, and of arrivals where there are none.
func (f *sweepFlags) checkSearch() error {
	if !f.staircase() {
		return f.without("is of --rates and --concurrencies, and there is neither", "step-duration")
	}
	err := f.without("is of the search, and --rates or --concurrencies stand in its place", "budget", "overload")
	if len(f.concurrencies) > 0 {
		err = errors.Join(err, f.without("is of arrivals at a rate, and --concurrencies has none", "arrivals", "late", "max-rate"))
	}
	return err
}

// checkModel refuses flags of the open model in a closed one.
func (f *attackFlags) checkModel() error {
	if f.concurrency == 0 {
		return nil
	}
	return usage(f.without("is of arrivals at a rate, and --concurrency has none", "arrivals", "late"))
}

// without is an error for each of the flags that was typed.
func (f *loadFlags) without(why string, names ...string) error {
	var errs []error
	for _, name := range names {
		if f.given.Changed(name) {
			errs = append(errs, fmt.Errorf("--%s %s", name, why))
		}
	}
	return errors.Join(errs...)
}
