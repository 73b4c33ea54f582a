package fast

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/targets"
)

// Engine sends HTTP/1.1 by event loops. One trial runs at a time.
type Engine struct {
	options  engine.Options
	mix      *targets.Mix
	origins  []*origin
	messages map[*targets.Request]*message
	loops    []*loop
}

// Name is the engine's name in flags and results.
const Name = "fast"

// mostLoops bounds the loops, and with them the memory of their histograms.
const mostLoops = 8

// New makes the engine for a mix of requests. It refuses what only the
// vegeta engine does: HTTP/2, proxies, and redirects that leave the origin.
func New(options engine.Options, mix *targets.Mix) (*Engine, error) {
	if err := Refuse(options); err != nil {
		return nil, fmt.Errorf("%w; use --engine vegeta", err)
	}
	options, err := options.Filled()
	if err != nil {
		return nil, err
	}
	e := &Engine{options: options, mix: mix}
	if e.messages, err = e.serialized(mix); err != nil {
		return nil, err
	}
	for range loopsFor(min(runtime.GOMAXPROCS(0), runtime.NumCPU())) {
		l, err := newLoop(e)
		if err != nil {
			return nil, errors.Join(err, e.Close())
		}
		e.loops = append(e.loops, l)
	}
	return e, nil
}

// loopsFor is how many loops serve: half as many as there are processors, as
// the service may well be on the others. A loop that waits keeps its place in
// Go's scheduler, which is much cheaper than giving it back each time, so that
// everything else needs one place more.
func loopsFor(places int) int {
	loops := min(max(places/2, 1), mostLoops)
	if runtime.GOMAXPROCS(0) <= loops {
		runtime.GOMAXPROCS(loops + 1)
	}
	return loops
}

// Refuse says what of the options this engine cannot honour; nil if it can all.
func Refuse(o engine.Options) error {
	for _, one := range []struct {
		asked bool
		what  string
	}{
		{o.HTTP2, "HTTP/2"},
		{o.H2C, "HTTP/2 in the clear"},
		{o.Proxy != nil, "a proxy"},
		{o.AnyOrigin && o.Redirects > 0, "redirects to other origins"},
	} {
		if one.asked {
			return fmt.Errorf("the fast engine does not do %s", one.what)
		}
	}
	return nil
}

// Name is "fast".
func (e *Engine) Name() string { return Name }

// Cores is how many processors the engine can use at most.
func (e *Engine) Cores() float64 { return float64(len(e.loops)) }

// Send runs the trial's load; see engine.Engine.
func (e *Engine) Send(ctx context.Context, trial record.Trial, book *tally.Book) (time.Duration, error) {
	e.resolve(ctx)
	plans, err := e.plans(trial)
	if err != nil {
		return 0, err
	}
	start := time.Now()
	lasted := make([]time.Duration, len(plans))
	errs := make([]error, len(plans))
	var loops sync.WaitGroup
	for i, plan := range plans {
		loops.Go(func() { lasted[i], errs[i] = e.loops[i].run(ctx, start, plan, book) })
	}
	loops.Wait()
	longest := time.Duration(0)
	for _, d := range lasted {
		longest = max(longest, d)
	}
	return longest, errors.Join(errs...)
}

// resolve looks up the origins' addresses before the load begins, so that no
// request waits for that. A name that is not found fails the requests to it.
func (e *Engine) resolve(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, e.options.Timeout)
	defer cancel()
	var lookUps sync.WaitGroup
	for _, o := range e.origins {
		if o.stale(time.Now()) {
			lookUps.Go(func() { o.lookUp(ctx) })
		}
	}
	lookUps.Wait()
}

// Traffic is what went over the connections so far.
func (e *Engine) Traffic() engine.Traffic {
	all := engine.Traffic{Protocol: "HTTP/1.1", Hits: map[string]int64{}, Missed: map[string]engine.Miss{}, Slots: e.options.Connections * len(e.origins)}
	for _, l := range e.loops {
		l.published.addTo(&all)
	}
	return all
}

// Close gives up all connections.
func (e *Engine) Close() error {
	var errs []error
	for _, l := range e.loops {
		errs = append(errs, l.close())
	}
	e.loops = nil
	return errors.Join(errs...)
}
