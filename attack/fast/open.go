package fast

import (
	"time"

	"loadline/attack/engine"
)

// openModel sends by the schedule, whatever comes back.
type openModel struct {
	loop     *loop
	arrivals *engine.Arrivals
	intended time.Duration // of the next arrival
	at       time.Duration // when it may be sent
	more     bool
	sent     uint64
	held     *flight // waits for a connection
}

func newOpen(l *loop) *openModel {
	m := &openModel{loop: l, arrivals: l.plan.arrivals}
	m.intended, m.at, m.more = m.arrivals.Next(0)
	return m
}

func (m *openModel) due(now time.Duration) time.Duration {
	for m.more && m.at <= now {
		if m.arrivals.Missed(m.intended, now) {
			m.loop.shard.Drop(m.intended)
			m.advance(now)
			continue
		}
		if m.loop.inFlight >= m.loop.plan.room || m.held != nil && !m.loop.fits(m.held) {
			return never // the end of another request will call
		}
		f := m.next(now)
		if !m.loop.fits(f) {
			m.held = f
			return never
		}
		m.loop.launch(f, m.intended)
		m.advance(now)
	}
	if !m.more {
		return never
	}
	return m.at
}

func (m *openModel) advance(now time.Duration) {
	m.intended, m.at, m.more = m.arrivals.Next(now)
}

func (m *openModel) next(now time.Duration) *flight {
	if f := m.held; f != nil {
		m.held = nil
		m.loop.counted.waits++
		m.loop.counted.waited += now - m.intended
		return f
	}
	m.sent++
	return m.loop.nth(m.sent - 1)
}

func (m *openModel) ended(*flight) {}

// abandon drops what the schedule wanted before the end and was not sent.
func (m *openModel) abandon(end time.Duration) {
	if m.more && m.intended < end {
		m.loop.shard.Drop(m.intended)
		m.arrivals.Rest(end, m.loop.shard.Drop)
	}
	m.more = false
}
