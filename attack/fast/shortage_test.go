package fast

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"loadline/attack/record"
)

// While connections are being opened no more is in flight than they will carry.
func TestNoMoreInFlightThanConnectionsCarry(t *testing.T) {
	s := serve(t, quick)
	for name, load := range map[string]record.Load{
		"closed": record.ClosedLoad(200), "open": record.OpenLoad(2000, record.Poisson),
	} {
		o := options()
		o.Connections = 5
		e := built(t, o, to(s.URL))
		step := send(t, e, record.Trial{Load: load, Duration: 100 * time.Millisecond})
		allOK(t, step)
		if most := *step.InFlight.Max; most > 5 {
			t.Errorf("%s: %d in flight on 5 connections", name, most)
		}
	}
}

// Everything that was due while all connections were taken has waited for one,
// and not only what was first in the queue, sent in the end or not.
func TestAllThatWaitedForAConnectionIsCounted(t *testing.T) {
	var asked atomic.Int64
	release := make(chan struct{})
	s := serve(t, func(http.ResponseWriter, *http.Request) {
		if asked.Add(1) <= 2 {
			<-release
		}
	})
	time.AfterFunc(300*time.Millisecond, func() { close(release) })
	o := options()
	o.Connections = 2
	e := built(t, o, to(s.URL))
	step := send(t, e, openLoad(500, 500*time.Millisecond))
	allOK(t, step)
	// Of 250 arrivals some 148 are due while two are held, if the machine keeps time.
	if waits := e.Traffic().Waits; waits < 100 {
		t.Errorf("%d of %d requests waited for a connection", waits, step.Scheduled)
	}
}
