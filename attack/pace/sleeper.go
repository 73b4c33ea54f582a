package pace

import "time"

// Sleeper is a way to wait. One goroutine owns it, from the first Sleep to Done.
type Sleeper interface {
	// Sleep waits for about d, at least.
	Sleep(d time.Duration)
	// Done gives up what the sleeper holds.
	Done()
}

// Plain sleeps by the runtime's timer: about a millisecond coarse, and the
// only way to wait in virtual time.
type Plain struct{}

// Sleep is time.Sleep.
func (Plain) Sleep(d time.Duration) { time.Sleep(d) }

// Done does nothing.
func (Plain) Done() {}
