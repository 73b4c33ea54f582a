package cmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loadline/report/limits"
)

const limitsLong = `Write the limit that a result recommends as files that real systems accept.

FILE is a result.json of a sweep, or - for stdin. A result that does not stand
behind a number (nothing succeeded, the generator was the limit, interrupted)
writes nothing, and older files stay as they are. --limit N needs no result.

One format without --out goes to stdout. With --out each format is written
under its own name into that directory, all of them or none. --list says what
each format does.
`

const limitsExample = `  loadline limits --format nginx loadline-out/result.json
  loadline limits --format all --out limits --service orders loadline-out/result.json
  loadline limits --format haproxy --limit 8 --upstream 127.0.0.1:9000 --proxies 2
  loadline limits --list
  loadline limits check limits/nginx.conf`

// limitsFlags are the flags of the limits command.
type limitsFlags struct {
	limits.Options
	formats []string
	list    bool
	limit   int
	out     string
}

func newLimits(env *Env) *cobra.Command {
	f := &limitsFlags{}
	cmd := &cobra.Command{
		Use:     "limits FILE|-",
		Short:   "write the recommended limit for nginx, haproxy, envoy, ...",
		Long:    limitsLong + "\n" + exitHelp(),
		Example: limitsExample,
		Args:    f.args,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.list {
				return listLimitFormats(env.Out)
			}
			return f.write(env, firstOf(args), cmd.Flags())
		},
	}
	f.add(cmd.Flags())
	cmd.AddCommand(newLimitsCheck(env))
	return cmd
}

func (f *limitsFlags) add(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.formats, "format", nil, "`names` of formats, separated by commas, or all")
	flags.BoolVar(&f.list, "list", false, "list the formats: what each does over the limit, its scope, how it was proven")
	flags.StringVar(&f.out, "out", "", "`directory` to write into (default: one format to stdout)")
	flags.IntVar(&f.limit, "limit", 0, "this limit, without a result")
	flags.StringVar(&f.Service, "service", "service", "name of the service, a DNS label")
	flags.StringVar(&f.Upstream, "upstream", "", "`host:port` of the service (default: what was measured, else 127.0.0.1:8080)")
	flags.StringVar(&f.Listen, "listen", "", "`host:port` for a proxy to listen on (default 127.0.0.1:8000)")
	flags.StringVar(&f.HealthPath, "health-path", "", "`path` that is never refused (default /healthz)")
	flags.IntVar(&f.Proxies, "proxies", 1, "so many proxies share the limit")
	flags.IntVar(&f.Workers, "workers", 1, "so many processes of the service share the limit")
	flags.IntVar(&f.RejectStatus, "reject-status", 503, "status of a refusal: 503 or 429")
	flags.IntVar(&f.Queue, "queue", 0, "so many requests may wait, in formats that queue (default: as many as the limit)")
	flags.SortFlags = false
}

// args wants a result, or --limit or --list in its stead.
func (f *limitsFlags) args(cmd *cobra.Command, args []string) error {
	instead := f.list || cmd.Flags().Changed("limit")
	if !instead {
		return oneArg("FILE with a result")(cmd, args)
	}
	if len(args) > 0 {
		return usagef("with --limit or --list there is no result to read, but %q is given", args)
	}
	return nil
}

func (f *limitsFlags) write(env *Env, path string, given *pflag.FlagSet) error {
	formats, err := f.chosen()
	if err != nil {
		return errors.Join(err, missing(path))
	}
	if err := f.check(given); err != nil {
		return err
	}
	limit, err := f.from(env, path, given)
	if err != nil {
		return err
	}
	files, err := f.render(env, formats, limit)
	if err != nil {
		return err
	}
	if f.out == "" {
		_, err := env.Out.Write(files[0].text)
		return err
	}
	return writeAll(env, f.out, files)
}

// chosen are the formats of --format.
func (f *limitsFlags) chosen() ([]limits.Format, error) {
	if len(f.formats) == 0 {
		return nil, withHint(usagef("--format is missing"), "see loadline limits --list")
	}
	var formats []limits.Format
	for _, name := range f.formats {
		if name == "all" {
			continue
		}
		format, err := limits.Named(name)
		if err != nil {
			return nil, usagef("--format: %w", err)
		}
		if !slices.ContainsFunc(formats, func(f limits.Format) bool { return f.Name == name }) {
			formats = append(formats, format)
		}
	}
	if slices.Contains(f.formats, "all") {
		formats = limits.Formats
	}
	if len(formats) > 1 && f.out == "" {
		return nil, usagef("--format %s wants a directory to write into: --out", strings.Join(f.formats, ","))
	}
	return formats, nil
}

// check refuses what Options would take for a default.
func (f *limitsFlags) check(given *pflag.FlagSet) error {
	for name, n := range map[string]int{"proxies": f.Proxies, "workers": f.Workers, "reject-status": f.RejectStatus} {
		if n == 0 {
			return usagef("--%s 0: want at least 1", name)
		}
	}
	for name, text := range map[string]string{"service": f.Service, "upstream": f.Upstream, "listen": f.Listen, "health-path": f.HealthPath} {
		if given.Changed(name) && text == "" {
			return usagef("--%s is empty", name)
		}
	}
	return nil
}
