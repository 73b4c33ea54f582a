package cmd

import (
	"context"
	"errors"
	"fmt"
	"syscall"
)

// errInterrupted is the cause of a context that a signal ended.
var errInterrupted = errors.New("interrupted")

// interruptible ends the context at the first SIGINT or SIGTERM and the
// process at the second. SIGUSR1 calls status. The returned function stops
// listening and waits until nobody listens any more.
func interruptible(ctx context.Context, env *Env, status func()) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		listen(env, quit, cancel, status)
	}()
	return ctx, func() {
		close(quit)
		<-gone
		cancel(nil)
	}
}

func listen(env *Env, quit <-chan struct{}, cancel context.CancelCauseFunc, status func()) {
	interrupted := false
	for {
		select {
		case <-quit:
			return
		case signal := <-env.Signals:
			if signal == syscall.SIGUSR1 {
				status()
				continue
			}
			if interrupted {
				env.Exit(int(exitInterrupted))
				return
			}
			interrupted = true
			fmt.Fprintln(env.Err, "loadline: stopping; what was measured is saved (once more to stop at once)")
			cancel(errInterrupted)
		}
	}
}

// interrupted says whether a signal ended the context.
func interrupted(ctx context.Context) bool {
	return errors.Is(context.Cause(ctx), errInterrupted)
}
