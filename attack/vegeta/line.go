package vegeta

import (
	"net/http"
	"sync/atomic"
	"time"

	"loadline/attack/engine/dial"
)

// line is one connection of a host, whose lock guards busy and since.
type line struct {
	conn *http.ClientConn
	wire *dial.Conn
	used atomic.Int64 // requests that it was taken for

	busy  int       // those that it carries now
	since time.Time // when it was last given back
}

// usable says whether a connection that has just been given back can carry on.
// One that carries nothing and yet has no room is being closed by the service.
func (l *line) usable() bool {
	return l.conn.Err() == nil && (l.conn.Available() > 0 || l.conn.InFlight() > 0)
}

// stale says of a connection that broke whether it had been used before and
// nothing had arrived since: the service had closed it, or was about to.
func (l *line) stale() bool {
	if l == nil || l.wire == nil || l.used.Load() < 2 {
		return false
	}
	spoke, heard := l.wire.Times()
	return spoke.IsZero() || heard.Before(spoke)
}

// streams is how many requests the connection carries at once: 1 but for
// HTTP/2, where the service says so soon after the connection is there. Places
// are counted here and not reserved, because net/http waits for ever where
// more streams were reserved than the service then turns out to allow.
func (l *line) streams() int { return l.conn.Available() + l.conn.InFlight() }
