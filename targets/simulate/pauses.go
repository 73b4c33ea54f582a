package simulate

// pauses stop the world for the last part of every period: nothing is taken
// in, worked on or answered.
type pauses struct {
	period, active int64 // active: the part of a period in which the world goes on
}

func newPauses(s Spec) pauses {
	if s.Pause == 0 {
		return pauses{}
	}
	return pauses{int64(s.Period), int64(s.Period - s.Pause)}
}

// thaw is t, or the end of the pause that t lies in.
func (p *pauses) thaw(t int64) int64 {
	if p.period == 0 {
		return t
	}
	if in := t % p.period; in >= p.active {
		return t - in + p.period
	}
	return t
}

// finish is when work that starts at t is done: the moment at which the
// world has gone on for so long. Work that just fills a period ends with its
// active part, not after the pause.
func (p *pauses) finish(t, work int64) int64 {
	if p.period == 0 {
		return t + work
	}
	t = p.thaw(t)
	start := t - t%p.period
	work += t - start
	whole := max(work-1, 0) / p.active
	if whole > (never-start)/p.period-1 {
		return never - 1
	}
	return start + whole*p.period + work - whole*p.active
}

// between is for how long the world goes on from a to b.
func (p *pauses) between(a, b int64) int64 {
	if p.period == 0 {
		return b - a
	}
	return p.gone(b) - p.gone(a)
}

// gone is for how long the world has gone on until t.
func (p *pauses) gone(t int64) int64 { return t/p.period*p.active + min(t%p.period, p.active) }
