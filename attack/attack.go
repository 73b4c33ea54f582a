// Package attack runs one trial after another against a service and records
// each as a Step. It stands between targets and search on one side and the
// record on the other:
//
//	schedule → engine (vegeta or fast) → tally → Step, watched by generator
//
// The engines are packages below it and the only ones that know a load
// library. Attack chooses one, runs it, and adds to each step what only it
// can see: when the step began, what went over the connections, what the
// generator saw of itself, and every doubt in words.
package attack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record/tally"
	"loadline/targets"
)

// Config says what to send, how, and by which engine.
type Config struct {
	Mix     *targets.Mix
	Options engine.Options
	Engine  string    // "auto" (or ""), "vegeta" or "fast"
	Results io.Writer // every request as vegeta's result stream; nil: none
	// Service is the process ids of the service where it runs on this
	// machine; nil: those that are found where it listens.
	Service func() []int
}

// Attacker runs trials. Its connections last from one to the next.
type Attacker struct {
	config  Config
	engine  engine.Engine
	why     string
	created time.Time
	book    atomic.Pointer[tally.Book]
	results *results
	where   func(context.Context) where // the service is, found out once
}

// New makes an attacker and checks that the engine can do what the options
// ask. Nothing is sent or dialled yet.
func New(config Config) (*Attacker, error) {
	if config.Mix == nil || len(config.Mix.Requests) == 0 {
		return nil, errors.New("nothing to send")
	}
	tidyLess()
	a := &Attacker{config: config, created: time.Now()}
	if config.Results != nil {
		a.results = newResults(config.Results, config.Mix)
		a.config.Options.Observer = a.results.observe
	}
	var err error
	if a.config.Options, err = a.config.Options.Filled(); err != nil {
		return nil, err
	}
	if err = pointless(&a.config.Options, config.Mix); err != nil {
		return nil, err
	}
	a.engine, a.why, err = choose(config.Engine, a.config.Options, config.Mix)
	if err != nil {
		return nil, fmt.Errorf("prepare the load: %w", err)
	}
	a.where = found(&a.config)
	return a, nil
}

// tidyLess lets garbage pile up to some four times what is in use, unless the
// environment says otherwise: with the few megabytes that a generator needs,
// the collector would run many times a second and show in the tails.
var tidyLess = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
})

// EngineName is the engine that was taken: "vegeta" or "fast".
func (a *Attacker) EngineName() string { return a.engine.Name() }

// EngineReason says in words why that engine was taken.
func (a *Attacker) EngineReason() string { return a.why }

// Live is where the current trial stands; zero before the first.
func (a *Attacker) Live() tally.Live {
	if book := a.book.Load(); book != nil {
		return book.Live()
	}
	return tally.Live{}
}

// Close gives up the connections, and says whether the result stream could
// not be written.
func (a *Attacker) Close() error {
	return errors.Join(a.engine.Close(), a.results.close())
}
