package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Env is what a command may touch of the world, injected so that tests can
// run commands side by side.
type Env struct {
	Args    []string // without the program's name
	In      io.Reader
	Out     io.Writer // data
	Err     io.Writer // progress and messages
	Getenv  func(string) string
	Signals <-chan os.Signal // SIGINT, SIGTERM, SIGHUP, SIGUSR1
	Exit    func(code int)   // ends the process at once
}

// Main runs the command line of the process and returns its exit code.
func Main() int {
	log.SetOutput(io.Discard)                               // net/http's clients have no other log, and it quotes what services send
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a reader that has gone is an error of the write
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGUSR1)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
	}
	return Run(&Env{
		Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Getenv: os.Getenv, Signals: heeded(signals), Exit: os.Exit,
	})
}

// heeded passes signals on to whoever listens. Where nobody does for a second,
// as while a command waits for its input, one that asks to end ends the process.
func heeded(signals <-chan os.Signal) <-chan os.Signal {
	out := make(chan os.Signal)
	go func() {
		for s := range signals {
			select {
			case out <- s:
			case <-time.After(time.Second):
				if s != syscall.SIGUSR1 {
					os.Exit(int(exitInterrupted))
				}
			}
		}
	}()
	return out
}

// Run runs one command line and returns its exit code. Errors are printed
// once, here, with their hint.
func Run(env *Env) int {
	own := *env
	own.Err = &shared{w: env.Err}
	env = &own
	root := newRoot(env)
	root.SetArgs(env.Args)
	root.SetIn(env.In)
	root.SetOut(env.Out)
	root.SetErr(env.Err)
	err := root.ExecuteContext(context.Background())
	if err == nil {
		return int(exitOK)
	}
	known, ok := errors.AsType[*exitError](err)
	if !ok {
		known = &exitError{code: exitInternal, err: err}
	}
	if known.err != nil {
		fmt.Fprintf(env.Err, "loadline: %s\n", printable(err.Error()))
	}
	if known.hint != "" {
		fmt.Fprintf(env.Err, "  hint: %s\n", printable(known.hint))
	}
	return int(known.code)
}
