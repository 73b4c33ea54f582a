package loop

import "time"

// mostBehind bounds what a pause of the machine can be worth.
const mostBehind = 100 * time.Millisecond

// spinner does work by keeping the processor busy, on the clock of a machine
// that is never taken away: where a neighbour had the processor meanwhile, the
// steps that follow are shorter by as much. So a noisy machine changes the
// jitter of the service and not its capacity.
type spinner struct {
	now func() time.Time
	end time.Time // when the work that was asked for until now is done
}

// spin does d of work.
func (s *spinner) spin(d time.Duration) {
	now := s.now()
	if oldest := now.Add(-mostBehind); s.end.Before(oldest) {
		s.end = oldest
	}
	for s.end = s.end.Add(d); now.Before(s.end); {
		now = s.now()
	}
}

// idle says that there was nothing to do until now.
func (s *spinner) idle() { s.end = s.now() }
