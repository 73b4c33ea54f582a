package attack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/attack/wire"
	"loadline/targets"
)

// biasTrial is the load under which the bias is measured: a short and quiet
// one, whose requests do not wait for one another.
var biasTrial = record.Trial{Load: record.OpenLoad(600, record.Poisson), Duration: time.Second / 2, Seed: 1}

// Bias measures what the engine that was taken adds to the time that the wire
// shows, in half a second of load on a server in this process. It is nil where
// this process may not see the wire.
func (a *Attacker) Bias(ctx context.Context) (*record.Bias, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("measure the bias: %w", err)
	}
	server := &http.Server{
		Handler:  http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
		ErrorLog: log.New(io.Discard, "", 0), // what it cannot accept the trial notices
	}
	go server.Serve(listener) //nolint:errcheck // ends with Close
	defer server.Close()      //nolint:errcheck // nothing is lost
	capture, err := wire.Start(listener.Addr().(*net.TCPAddr).Port)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, wire.ErrUnsupported) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("measure the bias: %w", err)
	}
	seen, err := a.observe(ctx, "http://"+listener.Addr().String()+"/")
	exchanges, captureErr := capture.Stop()
	if err := errors.Join(err, captureErr); err != nil {
		return nil, fmt.Errorf("measure the bias: %w", err)
	}
	return bias(seen, exchanges), nil
}

// observe runs the bias trial and gives the requests in the order of sending.
func (a *Attacker) observe(ctx context.Context, url string) ([]tally.Request, error) {
	var mu sync.Mutex
	var seen []tally.Request
	options := engine.Options{KeepAlive: true, Observer: func(s *engine.Seen) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, s.Request)
	}}
	mix, err := targets.NewMix(targets.Request{URL: url})
	if err != nil {
		return nil, err
	}
	made, _, err := choose(a.engine.Name(), options, mix)
	if err != nil {
		return nil, err
	}
	_, err = made.Send(ctx, biasTrial, tally.New(biasTrial))
	slices.SortFunc(seen, func(a, b tally.Request) int { return cmp.Compare(a.Sent, b.Sent) })
	return seen, errors.Join(err, made.Close(), ctx.Err())
}

// bias compares each request with what the wire saw of it; nil where the two
// did not see the same requests.
func bias(seen []tally.Request, exchanges []wire.Exchange) *record.Bias {
	if len(seen) != len(exchanges) || len(seen) < 100 {
		return nil
	}
	added := make([]time.Duration, len(seen))
	for i := range seen {
		added[i] = seen[i].Done - seen[i].Sent - exchanges[i].Took()
	}
	slices.Sort(added)
	return &record.Bias{
		P50: record.SpanOf(added[len(added)/2]),
		P99: record.SpanOf(added[len(added)*99/100]),
	}
}
