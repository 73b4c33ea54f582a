package vegeta

import (
	"context"
	"time"

	"loadline/attack/engine/dial"
)

// passage is when a request and its answer passed the connection. Between
// that and RoundTrip net/http hands both on from goroutine to goroutine, which
// is the generator's time and not the service's.
type passage struct {
	sent time.Time // its first byte; zero: not known
	done time.Time // the answer's last
}

type passageKey struct{}

// noting is a context whose requests leave their times in p.
func noting(ctx context.Context, p *passage) context.Context {
	return context.WithValue(ctx, passageKey{}, p)
}

// note takes the times of a request that has been answered on a connection of
// its own. Of a chain of redirects the first one's start counts and the last
// one's end; of a connection that was opened for it, that it was opened, too.
func note(ctx context.Context, wire *dial.Conn, fresh bool) {
	p, ok := ctx.Value(passageKey{}).(*passage)
	if !ok {
		return
	}
	spoke, heard := wire.Times()
	if p.done.IsZero() && !fresh {
		p.sent = spoke
	}
	p.done = heard
}

// within gives the times since the start of a load, where the passage is known
// to lie between those that the caller saw.
func (p *passage) within(start time.Time, sent, done time.Duration) (time.Duration, time.Duration) {
	if at := p.sent.Sub(start); !p.sent.IsZero() && at > sent && at < done {
		sent = at
	}
	if at := p.done.Sub(start); !p.done.IsZero() && at > sent && at < done {
		done = at
	}
	return sent, done
}
