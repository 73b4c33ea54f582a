package simulate

import (
	"sync/atomic"
	"time"

	"loadline/attack/record/tally"
)

// Options are those of the client; the spec describes the service.
type Options struct {
	Timeout     time.Duration // of one request, from its sending; 0: 30 s
	MaxInFlight int           // in the open model, an arrival beyond it is dropped; 0: 100,000
	Seed        uint64        // of everything random in the service
}

const (
	defaultTimeout     = 30 * time.Second
	defaultMaxInFlight = 100_000
)

func (o Options) complete() Options {
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.MaxInFlight <= 0 {
		o.MaxInFlight = defaultMaxInFlight
	}
	o.Timeout = min(o.Timeout, longestTrial)
	return o
}

// Target is a simulated service together with the client that loads it. One
// goroutine may use it; Live and Now may be called from others.
type Target struct {
	clock
	spec     Spec
	options  Options
	requests requests
	client   client
	network  network
	service  service

	live atomic.Pointer[tally.Book]
	seen atomic.Int64 // now, for others
}

// New makes the target that spec describes, idle, at time 0. An error is a
// *UsageError.
func New(spec string, options Options) (*Target, error) {
	parsed, err := Parse(spec)
	if err != nil {
		return nil, err
	}
	return parsed.New(options), nil
}

// New makes the target, idle, at time 0.
func (s Spec) New(options Options) *Target {
	t := &Target{clock: newClock(), spec: s, options: options.complete()}
	t.client = newClient(t.options.Timeout, s.Generator)
	t.network.delay = int64(s.RTT / 2)
	t.network.direct = t.network.delay == 0 && s.Pause == 0
	t.service = newService(s, options.Seed)
	t.plan(rescale, t.service.scale.first())
	return t
}

// Spec is what the target simulates.
func (t *Target) Spec() Spec { return t.spec }

// Now is the virtual time since the target was made.
func (t *Target) Now() time.Duration { return time.Duration(t.seen.Load()) }

// Live is where the running trial stands, or the last one.
func (t *Target) Live() tally.Live {
	if book := t.live.Load(); book != nil {
		return book.Live()
	}
	return tally.Live{}
}
