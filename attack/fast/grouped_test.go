package fast

import (
	"bufio"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"loadline/attack/engine"
)

// span is from before a server's write until after it.
type span struct{ from, to time.Time }

// writes is a server that notes when it wrote its answers.
type writes struct {
	mu    sync.Mutex
	spans []span
}

func (w *writes) answer(_ int, c net.Conn, _ *bufio.Reader) {
	buffer := make([]byte, 4096)
	for {
		if _, err := c.Read(buffer); err != nil {
			return
		}
		from := time.Now()
		_, err := c.Write([]byte(short))
		if err != nil {
			return
		}
		w.mu.Lock()
		w.spans = append(w.spans, span{from, time.Now()})
		w.mu.Unlock()
	}
}

// holds says whether something was being written then.
func (w *writes) holds(at time.Time) bool {
	return slices.ContainsFunc(w.spans, func(s span) bool { return !at.Before(s.from) && !at.After(s.to) })
}

// Responses that the loop takes in groups are timed by when the kernel got
// them, which is while the server writes: on the loopback device one thread
// does both.
func TestResponsesOfAGroupHaveTheirOwnTimes(t *testing.T) {
	var served writes
	var done []time.Time
	o := options()
	o.Observer = func(s *engine.Seen) { done = append(done, s.Start.Add(s.Done)) }
	e := built(t, o, to(script(t, served.answer)))
	allOK(t, send(t, e, openLoad(12000*float64(len(e.loops)), 200*time.Millisecond)))
	served.mu.Lock()
	defer served.mu.Unlock()
	met, last := 0, done[len(done)/2:] // the first responses may bear no stamp
	for _, at := range last {
		if served.holds(at) {
			met++
		}
	}
	if met < len(last)*2/3 {
		t.Errorf("%d of %d responses were complete while the server wrote one", met, len(last))
	}
}

func TestWhenOfTheKernel(t *testing.T) {
	start := time.Now().Add(-time.Minute)
	l := &loop{start: start, now: 59 * time.Second, seen: start.Add(59 * time.Second)}
	l.read = l.now - time.Millisecond
	if _, known := l.when(time.Time{}); known || l.grouped.stamped {
		t.Error("known though the kernel gave no time")
	}
	wall := l.seen.Round(0) // as the kernel says it
	for name, c := range map[string]struct{ arrived, low, high time.Duration }{
		"before it was seen":     {-50 * time.Microsecond, l.now - 50*time.Microsecond, l.now - 50*time.Microsecond},
		"while others were":      {time.Millisecond, l.now + time.Millisecond, l.now + time.Millisecond},
		"the clock was set back": {time.Hour, l.now, time.Since(start) + time.Minute},
		"the clock was set on":   {-time.Hour, l.read, l.read},
	} {
		at, known := l.when(wall.Add(c.arrived))
		if !known || at < c.low || at > c.high {
			t.Errorf("%s: %v (known: %v), want %v to %v", name, at, known, c.low, c.high)
		}
	}
}

func TestInGroupsOnlyWhereNothingWaits(t *testing.T) {
	ready := loop{grouped: grouped{on: true, pulse: true, stamped: true}, pools: make([]pool, 2), wants: time.Second}
	for name, c := range map[string]struct {
		change func(*loop)
		want   bool
	}{
		"as it is":             {func(*loop) {}, true},
		"no pulse":             {func(l *loop) { l.grouped.pulse = false }, false},
		"no stamps":            {func(l *loop) { l.grouped.stamped = false }, false},
		"the load is over":     {func(l *loop) { l.over = true }, false},
		"waits for an end":     {func(l *loop) { l.wants = never }, false},
		"a connection is made": {func(l *loop) { l.pools[1].opening = 1 }, false},
	} {
		l := loop{grouped: ready.grouped, pools: slices.Clone(ready.pools), wants: ready.wants}
		c.change(&l)
		if got := l.inGroups(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Unix sockets bear no stamps: their responses are taken as they come.
func TestDenseLoadWithoutStamps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	listening(t, "unix", path)
	o := options()
	o.UnixSocket = path
	e := built(t, o, to("http://service/"))
	allOK(t, send(t, e, openLoad(12000*float64(len(e.loops)), 100*time.Millisecond)))
}
