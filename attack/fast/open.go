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
	held     *flight // the next one, already made

	gate  time.Duration // when the next group may be sent
	short time.Duration // when last there was no connection for what was due, nor might be
}

func newOpen(l *loop) *openModel {
	m := &openModel{loop: l, arrivals: l.plan.arrivals}
	if gap := float64(l.plan.stride) / l.plan.trial.Load.RateRPS; gap < dense.Seconds() {
		l.beginGroups()
	}
	m.intended, m.at, m.more = m.arrivals.Next(0)
	return m
}

// due sends what is due, unless it sent a group just now.
func (m *openModel) due(now time.Duration) time.Duration {
	if now < m.gate && !m.loop.grouped.beating {
		return m.gate
	}
	next := m.send(now)
	if m.loop.grouped.on && next > now && next < never {
		m.gate = max(next, now+apart)
		return m.gate
	}
	return next
}

// send sends what is due, a batch at most: after a moment in which nothing ran,
// many requests are, and as many connections are about to be free.
func (m *openModel) send(now time.Duration) time.Duration {
	for n := 0; m.more && m.at <= now; n++ {
		if m.arrivals.Missed(m.intended, now) {
			m.loop.shard.Drop(m.intended)
			m.advance(now)
			continue
		}
		if m.loop.inFlight >= m.loop.plan.room {
			return never // the end of another request will call
		}
		f := m.next()
		if !m.loop.fits(f) {
			m.held, m.short = f, now
			return never
		}
		if n == batch || !m.loop.drained && !m.loop.hasIdle(f) {
			m.held = f
			return now
		}
		m.launch(f, now)
	}
	if !m.more {
		return never
	}
	return m.at
}

func (m *openModel) launch(f *flight, now time.Duration) {
	m.waited(now)
	m.loop.launch(f, m.intended)
	m.advance(now)
}

// waited counts an arrival that was due while connections were short.
func (m *openModel) waited(now time.Duration) {
	if m.intended < m.short {
		m.loop.counted.waits++
		m.loop.counted.waited += now - m.intended
	}
}

func (m *openModel) advance(now time.Duration) {
	m.intended, m.at, m.more = m.arrivals.Next(now)
}

func (m *openModel) next() *flight {
	if f := m.held; f != nil {
		m.held = nil
		return f
	}
	m.sent++
	return m.loop.nth(m.sent - 1)
}

func (m *openModel) ended(*flight) {}

// abandon drops what the schedule wanted before the end and was not sent. The
// last group is sent, unless something stood still.
func (m *openModel) abandon(end time.Duration) {
	if end == m.loop.plan.trial.Duration && m.loop.clock() < end+engine.Hiccup {
		m.send(end)
	}
	for ; m.more && m.intended < end; m.advance(0) {
		m.waited(end)
		m.loop.shard.Drop(m.intended)
	}
	m.more = false
}
