package cmd

import (
	"context"
	"errors"
	"fmt"
	"syscall"
)

// errInterrupted is the cause of a context that a signal ended.
var errInterrupted = errors.New("interrupted")

// interruptible ends the context at the first SIGINT, SIGTERM or SIGHUP and the
// process at the second, and says what that does. SIGUSR1 calls status. The
// returned function stops listening and waits until nobody listens any more.
func interruptible(ctx context.Context, env *Env, does string, status func()) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		listen(env, quit, cancel, does, status)
	}()
	return ctx, func() {
		close(quit)
		<-gone
		cancel(nil)
	}
}

func listen(env *Env, quit <-chan struct{}, cancel context.CancelCauseFunc, does string, status func()) {
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
			fmt.Fprintf(env.Err, "loadline: %s (once more to stop at once)\n", does)
			cancel(errInterrupted)
		}
	}
}

// interrupted says whether a signal ended the context.
func interrupted(ctx context.Context) bool {
	return errors.Is(context.Cause(ctx), errInterrupted)
}
