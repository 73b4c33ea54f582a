package fast

import (
	"time"

	"loadline/attack/record"
)

func newModel(l *loop) model {
	if l.plan.trial.Load.Model == record.Open {
		return newOpen(l)
	}
	return newClosed(l)
}

// closedModel keeps a number of requests in flight.
type closedModel struct {
	loop   *loop
	ready  int // places whose next request may go out
	sent   uint64
	held   *flight // waits for a connection, as do all the ready ones behind it
	looked time.Duration
	paused pauses // places that wait after a refusal, or for their first turn
	end    time.Duration
}

func newClosed(l *loop) *closedModel {
	m := &closedModel{loop: l, end: l.plan.trial.Duration}
	for i := range l.plan.slots {
		m.paused.push(l.plan.trial.Begins(int(l.plan.nth(uint64(i)))))
	}
	return m
}

func (m *closedModel) due(now time.Duration) time.Duration {
	for len(m.paused) > 0 && m.paused[0] <= now {
		m.paused.pop()
		m.ready++
	}
	if m.held != nil {
		m.loop.counted.waited += time.Duration(m.ready) * max(now-m.looked, 0)
	}
	m.looked = now
	for m.ready > 0 && now < m.end {
		if m.held != nil && !m.loop.fits(m.held) {
			break
		}
		f := m.next()
		if !m.loop.fits(f) {
			m.held = f
			break
		}
		m.ready--
		m.loop.launch(f, m.end-1) // if it was due before the end, it counts
	}
	if len(m.paused) > 0 {
		return m.paused[0]
	}
	return never
}

func (m *closedModel) next() *flight {
	if f := m.held; f != nil {
		m.held = nil
		m.loop.counted.waits++
		return f
	}
	m.sent++
	return m.loop.nth(m.sent - 1)
}

func (m *closedModel) ended(f *flight) {
	if f.refused() {
		m.paused.push(f.Done + f.pause)
		return
	}
	m.ready++
}

func (m *closedModel) abandon(time.Duration) {}
