package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
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
		return decoded("stdin", env.In)
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, withHint(err, "a sweep writes its result to loadline-out/result.json, or where --out says")
	}
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return decoded(path, file)
}

// decoded tells a file that cannot be read from one that holds no result.
func decoded(name string, r io.Reader) (*record.Run, error) {
	run, err := record.Read(r)
	if _, unread := errors.AsType[*fs.PathError](err); unread {
		return nil, err
	}
	if err != nil {
		return nil, usagef("%s: %w", name, err)
	}
	return run, nil
}

// missing says that a file which was to be read is not there.
func missing(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	_, err := os.Stat(path)
	return err
}
