// Package search decides which trial comes next. It is a pure state machine:
// ask Next for a trial, tell Observe what was measured, until Next says that
// there is no more. It knows no clock and no network, so that the same search
// runs against a service and against a simulation.
//
//	for {
//		trial, ok := s.Next()
//		if !ok {
//			break
//		}
//		s.Observe(run(trial))
//	}
//
// A search goes through phases, one file each. Every phase has to end within
// its share of the budget of load time, and what one leaves over the next may
// use; so a small budget makes all of them shorter rather than losing the last.
// What is concluded from the steps is package analyze's business, and the
// search asks it too.
package search
