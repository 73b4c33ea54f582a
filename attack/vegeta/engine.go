package vegeta

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tsenart/vegeta/v12/lib"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/targets"
)

// Name of the engine in flags and results.
const Name = "vegeta"

// Engine sends through net/http.
type Engine struct {
	deal    *dealer
	options engine.Options
	carrier carrier

	service  atomic.Int64 // about the last service time of an accepted request, ns
	protocol atomic.Pointer[string]
}

// carrier takes requests to the service. The pool is one; tests have another.
type carrier interface {
	http.RoundTripper
	// count adds what went through to the traffic.
	count(*engine.Traffic)
	close()
}

// New makes an engine for the mix, or says what of the options does not go
// together with its URLs. Nothing is dialled yet.
func New(options engine.Options, mix *targets.Mix) (*Engine, error) {
	options, err := options.Filled()
	if err != nil {
		return nil, err
	}
	if err := schemes(mix, &options); err != nil {
		return nil, err
	}
	return newEngine(options, mix, newPool(options)), nil
}

func newEngine(options engine.Options, mix *targets.Mix, c carrier) *Engine {
	return &Engine{deal: newDealer(mix, options.Observer != nil), options: options, carrier: c}
}

// schemes refuses an HTTP/2 flag that a URL of the mix cannot honour.
func schemes(mix *targets.Mix, o *engine.Options) error {
	for i := range mix.Requests {
		secure := strings.HasPrefix(mix.Requests[i].URL, "https:")
		if o.HTTP2 && !secure {
			return fmt.Errorf("--http2 is HTTP/2 over TLS and the URL is %s: use --h2c for HTTP/2 in the clear", mix.RedactURL(mix.Requests[i].URL))
		}
		if o.H2C && secure {
			return fmt.Errorf("--h2c is HTTP/2 in the clear and the URL is %s: use --http2", mix.RedactURL(mix.Requests[i].URL))
		}
	}
	return nil
}

// Name is "vegeta".
func (e *Engine) Name() string { return Name }

// Send runs a trial; see engine.Engine.
func (e *Engine) Send(ctx context.Context, plan record.Trial, book *tally.Book) (time.Duration, error) {
	t, err := e.begin(ctx, plan, book)
	if err != nil {
		return 0, err
	}
	attacker := vegeta.NewAttacker(
		vegeta.Client(&http.Client{Transport: t, CheckRedirect: lastResponse}),
		vegeta.Workers(uint64(min(t.places, 64))), vegeta.MaxWorkers(uint64(t.places)), vegeta.MaxBody(0))
	finished := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		t.watch(ctx, finished, func() { attacker.Stop() })
	}()
	for range attacker.Attack(t.target, t.pacer, 0, "") {
		// Everything is booked by the trial; vegeta's own results count nothing.
	}
	close(finished)
	<-watched
	return t.end(), nil
}

// lastResponse: redirects are the trial's business.
func lastResponse(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Traffic is what went through the engine's connections.
func (e *Engine) Traffic() engine.Traffic {
	var t engine.Traffic
	e.carrier.count(&t)
	if protocol := e.protocol.Load(); protocol != nil {
		t.Protocol = *protocol
	}
	return t
}

// Close closes the connections.
func (e *Engine) Close() error {
	e.carrier.close()
	return nil
}
