package loop

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// Verdict is how the loop ended a request.
type Verdict int

// A request was worked on to its end, refused on arrival, or the loop ended first.
const (
	Done Verdict = iota
	Refused
	Ended
)

// Loop runs the steps of requests, one at a time. The fields are set before Run.
type Loop struct {
	Step  time.Duration       // of work, for which nothing else runs
	Every time.Duration       // the timer's interval
	Timer func(now time.Time) // called when the timer fires, on the loop
	Poll  func()              // called once a turn, before arrivals are taken
	Work  func(time.Duration) // does the work of a step
	Idle  func()              // called when there was nothing to do

	mu    sync.Mutex
	inbox []*request
	ended bool
	woken chan struct{}

	queue []*request // in progress
	due   time.Time  // when the timer is to fire
}

// New is a loop that spins for each step.
func New(step, every time.Duration) *Loop {
	s := &spinner{now: time.Now}
	return &Loop{
		Step: step, Every: every,
		Timer: func(time.Time) {}, Poll: func() {}, Work: s.spin, Idle: s.idle,
		woken: make(chan struct{}, 1),
	}
}

type request struct {
	steps   int
	admit   Admit
	verdict chan Verdict
}

// Admit says whether to take a request, when so many are in progress. It is
// called on the loop, when the request arrives there.
type Admit func(inProgress int) bool

// Always takes every request.
func Always(int) bool { return true }

// Do has the loop work on a request of so many steps, if it is admitted, and
// waits until it has. Nobody can take a request back: the loop, like Node,
// does not notice that a client has gone.
func (l *Loop) Do(steps int, admit Admit) Verdict {
	r := &request{steps: steps, admit: admit, verdict: make(chan Verdict, 1)}
	l.mu.Lock()
	if l.ended {
		l.mu.Unlock()
		return Ended
	}
	l.inbox = append(l.inbox, r)
	l.mu.Unlock()
	l.Wake()
	return <-r.verdict
}

// Wake makes a loop that waits take another turn.
func (l *Loop) Wake() {
	select {
	case l.woken <- struct{}{}:
	default:
	}
}

// Run takes turns until ctx is done. Requests that are then in progress end.
func (l *Loop) Run(ctx context.Context) {
	defer l.end()
	l.due = time.Now().Add(l.Every)
	for ctx.Err() == nil {
		l.timer()
		l.wait(ctx)
		l.Poll()
		l.arrivals()
		l.steps(ctx)
	}
}

// timer fires when it is due, and is next due an interval after it has fired,
// however late that was.
func (l *Loop) timer() {
	if now := time.Now(); !now.Before(l.due) {
		l.Timer(now)
		l.due = now.Add(l.Every)
	}
}

// wait sleeps while there is nothing to do.
func (l *Loop) wait(ctx context.Context) {
	if len(l.queue) > 0 {
		return
	}
	timer := time.NewTimer(time.Until(l.due))
	defer timer.Stop()
	select {
	case <-l.woken:
	case <-timer.C:
	case <-ctx.Done():
	}
	l.Idle()
}

// arrivals takes in what has come since the last turn.
func (l *Loop) arrivals() {
	l.mu.Lock()
	arrived := l.inbox
	l.inbox = nil
	l.mu.Unlock()
	for _, r := range arrived {
		switch {
		case !r.admit(len(l.queue)):
			r.verdict <- Refused
		case r.steps == 0:
			r.verdict <- Done
		default:
			l.queue = append(l.queue, r)
		}
	}
}

// steps does one step of each request that was in progress when the turn
// began; what is left of them waits for the next turn.
func (l *Loop) steps(ctx context.Context) {
	unfinished := l.queue[:0]
	for i, r := range l.queue {
		if ctx.Err() != nil {
			unfinished = append(unfinished, l.queue[i:]...)
			break
		}
		l.Work(l.Step)
		if r.steps--; r.steps > 0 {
			unfinished = append(unfinished, r)
		} else {
			r.verdict <- Done
		}
		runtime.Gosched() // others get a processor even where there is only one
	}
	clear(l.queue[len(unfinished):])
	l.queue = unfinished
}

func (l *Loop) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	for _, r := range append(l.queue, l.inbox...) {
		r.verdict <- Ended
	}
	l.queue, l.inbox = nil, nil
}
