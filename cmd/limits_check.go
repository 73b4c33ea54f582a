package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"loadline/report/limits/check"
)

const limitsCheckLong = `Give limit files to their formats' own validators: nginx -t, haproxy -c,
caddy validate and so on. Each gets a copy in a scratch folder; nothing is
started, and Python is read and not run. A validator that is not installed,
that would have to ask a cluster, or that would act on what is in the file
(nginx opens its logs, haproxy runs its Lua) is named, and the exit code is 1:
the file was not checked.
`

const limitsCheckExample = `  loadline limits check limits/nginx.conf
  loadline limits check limits/*`

func newLimitsCheck(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:     "check FILE...",
		Short:   "run the format's own validator on a limit file",
		Long:    limitsCheckLong + "\n" + exitHelp(),
		Example: limitsCheckExample,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return withHint(usagef("FILE is missing"), "see loadline limits check --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return checkLimits(cmd.Context(), env, args) },
	}
}

// checkLimits checks all files; the worst verdict is the exit code.
func checkLimits(ctx context.Context, env *Env, paths []string) error {
	ctx, done := interruptible(ctx, env, "stopping the check", func() {})
	defer done()
	code := exitOK
	for _, path := range paths {
		result, err := check.File(ctx, path)
		if interrupted(ctx) {
			return ended(exitInterrupted)
		}
		if errors.Is(err, check.ErrFormat) {
			return usage(err)
		}
		if err != nil {
			return err
		}
		sayCheck(env.Out, path, result)
		switch {
		case result.Verdict == check.Refused:
			code = exitFailed
		case result.Verdict == check.Unchecked && code == exitOK:
			code = exitInternal
		}
	}
	return ended(code)
}

func sayCheck(w io.Writer, path string, result check.Result) {
	path = oneLine(path)
	switch result.Verdict {
	case check.Accepted:
		fmt.Fprintf(w, "%s: accepted by %s\n", path, result.Command)
	case check.Refused:
		fmt.Fprintf(w, "%s: refused by %s:\n%s\n", path, result.Command, printable(result.Output))
	default:
		fmt.Fprintf(w, "%s: not checked: %s\n", path, printable(result.Output))
	}
}
