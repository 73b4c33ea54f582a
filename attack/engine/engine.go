// Package engine says what every load engine can do: run one trial against a
// mix of requests and book each request. The engines themselves are packages
// of their own beside it; a conformance suite (engine/enginetest) holds all of
// them to the same rules.
package engine

import (
	"context"
	"time"

	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// Engine sends the requests of trials, one trial after the other. What it
// keeps between them (connections, resolved names) stays until Close.
type Engine interface {
	// Name is the word for the engine in flags and results.
	Name() string
	// Send runs the trial's load: by schedule in the open model, trial.Load.Concurrency
	// requests in flight in the closed, each from when trial.Begins says. It returns when the load has ended
	// (after trial.Duration, when book.Stop says so, or when ctx is done) and
	// every request has finished, each booked once. Once ctx is done it
	// abandons what is still in flight after a grace of at most a second.
	// The result is how long the load lasted. An error means that the engine itself
	// cannot go on, never that requests failed.
	Send(ctx context.Context, trial record.Trial, book *tally.Book) (time.Duration, error)
	// Close gives up connections. The engine is done for afterwards.
	Close() error
}
