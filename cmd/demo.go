package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loadline/targets/demo"
)

const demoLong = `Run one of the articles' services on a loopback port, until a signal ends it.

The URL goes to stdout, alone on the first line. Sweep it from another terminal.
`

const demoExample = `  loadline demo toobusy
  loadline demo toobusy --defence lag
  loadline demo lines --defence in-flight
  LOADLINE_CREDENTIAL=s3cret loadline demo ratelimit --credential env:LOADLINE_CREDENTIAL`

// demoFlags are the flags of the demo command.
type demoFlags struct {
	demo.Config
	port       int
	credential string
}

func newDemo(env *Env) *cobra.Command {
	f := &demoFlags{}
	cmd := &cobra.Command{
		Use:       "demo NAME",
		Short:     "run one of the articles' services: lines, ratelimit, toobusy",
		Long:      demoLong + "\n" + servicesHelp() + "\n" + exitHelp(),
		Example:   demoExample,
		Args:      oneArg("name of a service"),
		ValidArgs: serviceNames(),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Name = args[0]
			return f.serve(cmd.Context(), env)
		},
	}
	f.add(cmd.Flags())
	return cmd
}

func (f *demoFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.Defence, "defence", "", "how the service defends itself (see above)")
	flags.IntVar(&f.InFlight, "in-flight", 8, "toobusy: requests in progress at most, with --defence in-flight")
	flags.IntVar(&f.port, "port", 0, "loopback port (default: any free one)")
	flags.StringVar(&f.File, "file", "", "lines: `file` to append to (default: a temporary one)")
	flags.DurationVar(&f.WriteTime, "write-time", 5*time.Millisecond, "lines: how long a write takes at least")
	flags.IntVar(&f.Limit, "limit", 300, "ratelimit: requests per window and client address")
	flags.DurationVar(&f.Window, "window", time.Minute, "ratelimit: length of the window")
	flags.StringVar(&f.credential, "credential", "", "ratelimit: what internal callers prove, as `env:NAME` or file:PATH")
	flags.SortFlags = false
}

// serve runs the service until a signal ends it.
func (f *demoFlags) serve(ctx context.Context, env *Env) error {
	if err := f.check(env); err != nil {
		return usage(err)
	}
	ctx, done := interruptible(ctx, env, "ending "+f.Name, func() { fmt.Fprintln(env.Err, f.Name, "is running") })
	defer done()
	server, err := demo.Start(ctx, f.Config)
	if err != nil {
		return err
	}
	fmt.Fprintln(env.Out, server.URL())
	fmt.Fprintf(env.Err, "%s, defence %s; sweep it with: loadline sweep %s%s (Ctrl-C ends it)\n",
		f.Name, f.Defence, f.extra(), server.URL())
	return server.Wait()
}

// check refuses, before anything listens, what no service can be.
func (f *demoFlags) check(env *Env) error {
	service := f.service()
	if service == nil {
		return fmt.Errorf("no service %q: want %s", f.Name, strings.Join(serviceNames(), ", "))
	}
	if f.Defence == "" {
		f.Defence = service.Defences[0]
	}
	switch {
	case !slices.Contains(service.Defences, f.Defence):
		return fmt.Errorf("--defence %q: %s has %s", f.Defence, f.Name, strings.Join(service.Defences, " and "))
	case f.port < 0 || f.port > 65535:
		return fmt.Errorf("--port %d: must be within 0-65535", f.port)
	case f.WriteTime <= 0 || f.Limit < 1 || f.Window <= 0 || f.InFlight < 1:
		return fmt.Errorf("--write-time %v, --limit %d, --window %v, --in-flight %d: must be above 0", f.WriteTime, f.Limit, f.Window, f.InFlight)
	}
	f.Addr = fmt.Sprintf("127.0.0.1:%d", f.port)
	var err error
	f.Credential, err = secret(env, f.credential)
	return err
}

func (f *demoFlags) service() *demo.Service {
	services := demo.Services()
	if i := slices.IndexFunc(services, func(s demo.Service) bool { return s.Name == f.Name }); i >= 0 {
		return &services[i]
	}
	return nil
}

// extra are the flags that a sweep of the service needs.
func (f *demoFlags) extra() string {
	if flags := f.service().Flags; flags != "" {
		return flags + " "
	}
	return ""
}

func serviceNames() []string {
	var names []string
	for _, s := range demo.Services() {
		names = append(names, s.Name)
	}
	return names
}

func servicesHelp() string {
	var b strings.Builder
	b.WriteString("Services:\n")
	for _, s := range demo.Services() {
		fmt.Fprintf(&b, "  %-10s %s\n             --defence %s\n", s.Name, s.Summary, strings.Join(s.Defences, "|"))
	}
	return b.String()
}
