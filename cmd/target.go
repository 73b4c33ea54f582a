package cmd

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"loadline/attack"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/targets"
	"loadline/targets/simulate"
)

// target is the service under test, real or simulated, and what runs trials
// against it.
type target struct {
	runner    runner
	live      func() tally.Live
	wall      func(started time.Time) time.Duration
	redact    func(string) string
	close     func() error
	preflight func(rate float64) (doubts []string)
	ceiling   func(context.Context) (rps float64, err error) // nil where the generator has none of its own
	bias      func(context.Context) (*record.Bias, error)    // nil where there is no wire
	describe  record.Target
	generator record.Generator
}

// open makes a target of the command's argument: a URL, - for targets on
// stdin, or a simulated service. Nothing is sent yet; every fault is a usage error.
func (f *loadFlags) open(env *Env, address string) (*target, error) {
	options, err := f.transport.options()
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(address, simulate.Scheme) {
		return f.openSimulated(address)
	}
	mix, err := f.mix(env.In, address)
	if err != nil {
		return nil, usage(err)
	}
	attacker, err := attack.New(attack.Config{Mix: mix, Options: options, Engine: f.transport.engine, Results: f.results})
	if err != nil {
		return nil, usage(err)
	}
	url, method, requests := mix.Describe()
	return &target{
		runner: attacker, live: attacker.Live, redact: mix.Redact, close: attacker.Close,
		wall:      func(started time.Time) time.Duration { return time.Since(started) },
		preflight: attacker.Preflight, ceiling: attacker.Ceiling, bias: attacker.Bias,
		describe:  record.Target{URL: url, Method: method, Requests: requests},
		generator: record.Generator{Engine: attacker.EngineName(), Cores: cores(), OS: runtime.GOOS, Arch: runtime.GOARCH, Kernel: kernel()},
	}, nil
}

func (f *loadFlags) openSimulated(address string) (*target, error) {
	service, err := simulate.New(address, simulate.Options{Timeout: f.transport.timeout, MaxInFlight: f.transport.maxInFlight, Seed: f.seed})
	if err != nil {
		return nil, usage(err)
	}
	return &target{
		runner: service, live: service.Live,
		redact:    func(text string) string { return text },
		close:     func() error { return nil },
		wall:      func(time.Time) time.Duration { return service.Now() },
		preflight: func(float64) []string { return nil },
		describe:  record.Target{URL: address, Method: "GET", Requests: 1},
		generator: record.Generator{Engine: "simulate", Cores: cores(), OS: runtime.GOOS, Arch: runtime.GOARCH},
	}, nil
}

// mix reads what is to be sent.
func (f *loadFlags) mix(stdin io.Reader, address string) (*targets.Mix, error) {
	flags := targets.Flags{Method: f.request.method, Headers: f.request.headers, Bodies: f.request.bodies, Stdin: stdin}
	switch {
	case f.request.targets != "" && address != "":
		return nil, fmt.Errorf("both %s and --targets %s say what to send: give one of them", veilURL(address), f.request.targets)
	case f.request.targets == targets.Stdin || address == targets.Stdin:
		return targets.ReadFile(targets.Stdin, f.request.format, flags)
	case f.request.targets != "":
		return targets.ReadFile(f.request.targets, f.request.format, flags)
	}
	return targets.FromFlags(address, flags)
}
