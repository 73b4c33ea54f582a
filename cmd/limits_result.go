package cmd

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"loadline/attack/record"
	"loadline/report/limits"
)

// from is the limit of --limit, or of the result.
func (f *limitsFlags) from(env *Env, path string, given *pflag.FlagSet) (limits.Limit, error) {
	if given.Changed("limit") {
		limit, err := limits.ByHand(f.limit, f.Options)
		return limit, usage(err)
	}
	run, err := readResult(env, path)
	if err != nil {
		return limits.Limit{}, err
	}
	limit, err := limits.From(run, f.Options)
	if untrusted, ok := errors.AsType[*limits.Untrusted](err); ok {
		return limit, withHint(&exitError{code: untrustedCode(untrusted), err: fmt.Errorf("%s: %w", path, err)},
			"nothing was written; sweep again, or give a number of your own with --limit")
	}
	return limit, usage(err)
}

func untrustedCode(e *limits.Untrusted) exitCode {
	switch e.Outcome {
	case "", record.None, record.RateLimited, record.LowerBound:
		return exitNoCapacity
	}
	return exitUntrusted
}

// readResult reads a result.json, or stdin for -.
func readResult(env *Env, path string) (*record.Run, error) {
	if path == "-" {
		run, err := record.Read(env.In)
		if err != nil {
			return nil, usagef("stdin: %w", err)
		}
		return run, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	run, err := record.Read(file)
	if err != nil {
		return nil, usagef("%s: %w", path, err)
	}
	return run, nil
}
