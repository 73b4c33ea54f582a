package cmd

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version is set when a release is built; otherwise the build's own says it.
var version = ""

const rootLong = `loadline finds the most work a service can carry, the in-flight limit to set
so that it never founders, and draws latency and errors against load.

Start with a service of its own:
  loadline demo toobusy --port 8080     a small service, in another terminal
  loadline sweep http://127.0.0.1:8080/
or with nothing at all, in virtual time:
  loadline sweep 'sim:queue?servers=8&service=40ms'
`

func newRoot(env *Env) *cobra.Command {
	root := &cobra.Command{
		Use:           "loadline",
		Short:         "find the most work a service can carry",
		Long:          rootLong + "\n" + exitHelp(),
		Version:       versionText(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newSweep(env), newAttack(env), newDemo(env), newLimits(env))
	return root
}

// noArgs refuses what is not a command, and names the nearest one.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := fmt.Sprintf("see %s --help", cmd.CommandPath())
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "?"
	}
	return withHint(usagef("unknown command %q", veilURL(args[0])), hint)
}

// oneArg wants exactly one argument and says which.
func oneArg(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		hint := fmt.Sprintf("see %s --help", cmd.CommandPath())
		if len(args) == 0 {
			return withHint(usagef("%s is missing", what), hint)
		}
		return withHint(usagef("one %s is wanted, but there are %d: %q", what, len(args), veiled(args)), hint)
	}
}

func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
