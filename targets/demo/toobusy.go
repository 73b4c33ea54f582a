package demo

import (
	"cmp"
	"context"
	"errors"
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

// defaultInFlight is a limit under which the slowest answer takes 40 ms.
const defaultInFlight = 8

// tooBusy is the single-threaded service.
type tooBusy struct {
	plain
	loop  *loop.Loop
	lag   *lag // nil: not the defence
	admit loop.Admit
}

func newTooBusy(c Config) (service, error) {
	if c.InFlight < 0 {
		return nil, errors.New("the in-flight limit cannot be negative")
	}
	t := &tooBusy{loop: loop.New(step, lagInterval), admit: loop.Always}
	switch limit := cmp.Or(c.InFlight, defaultInFlight); c.Defence {
	case Lag:
		t.lag = &lag{random: rand.New(rand.NewPCG(c.Seed, 0))}
		t.loop.Timer = t.lag.tick
		t.admit = func(int) bool { return !t.lag.busy() }
	case InFlight:
		t.admit = func(inProgress int) bool { return inProgress < limit }
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
		work, admit = 0, loop.Always
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
