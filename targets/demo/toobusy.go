package demo

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"loadline/targets/demo/loop"
)

// The work of a request: 5 × 1 ms on one thread are 200 requests a second.
const (
	steps = 5
	step  = time.Millisecond
)

// tooBusy is the single-threaded service.
type tooBusy struct {
	plain
	loop *loop.Loop
	lag  *lag // nil: no defence
}

func newTooBusy(c Config) (service, error) {
	t := &tooBusy{loop: loop.New(step, lagInterval)}
	if c.Defence == Lag {
		t.lag = &lag{random: rand.New(rand.NewPCG(c.Seed, 0))}
		t.loop.Timer = t.lag.tick
	}
	return t, nil
}

func (t *tooBusy) listen(listener *net.TCPListener) (net.Listener, error) {
	if err := loop.SetBacklog(listener, loop.Backlog); err != nil {
		return nil, err
	}
	gate := loop.NewGate(listener, t.loop.Wake)
	t.loop.Poll = gate.Open
	return gate, nil
}

func (t *tooBusy) run(ctx context.Context) {
	if t.lag != nil {
		t.lag.start(time.Now())
	}
	t.loop.Run(ctx)
}

// ServeHTTP gives the request to the loop. The health check, too, is an event
// that has to wait for its turn.
func (t *tooBusy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	work, admit := steps, t.admit
	if r.URL.Path == healthPath {
		work, admit = 0, func() bool { return true }
	}
	switch t.loop.Do(work, admit) {
	case loop.Done:
		_, _ = io.WriteString(w, "done\n")
	case loop.Refused:
		refuse(w, http.StatusServiceUnavailable, "1", "too busy, come back later")
	case loop.Ended:
		refuse(w, http.StatusServiceUnavailable, "1", "shutting down")
	}
}

// admit runs on the loop.
func (t *tooBusy) admit() bool { return t.lag == nil || !t.lag.busy() }
