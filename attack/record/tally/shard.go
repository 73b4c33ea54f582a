package tally

import (
	"sync/atomic"
	"time"

	"loadline/attack/record"
)

// Shard counts what one goroutine sends. Only that goroutine may call it.
type Shard struct {
	book *Book

	scheduled, sent, dropped int64
	counts                   [record.Outcomes]int64
	status                   [statuses]int64
	errors                   map[string]*record.ErrorClass

	timing timing

	windows []window

	live [record.Outcomes]atomic.Int64
	bad  atomic.Int64
	_    [64]byte // so that two shards' counters never share a cache line
}

// window is one part of the measured time.
type window struct {
	sent, bad        int64 // of the requests meant to start in it
	issued           int64 // that went out in it
	ok, shed, failed int64
	area             time.Duration // integral of the number in flight
}

// maxClasses bounds how many kinds of failure a hostile service can make us keep.
const maxClasses = 64

// statuses are the codes that HTTP has room for (RFC 9110, section 15).
const statuses = 1000

func newShard(b *Book) *Shard {
	return &Shard{
		book:    b,
		errors:  map[string]*record.ErrorClass{},
		windows: make([]window, b.count),
	}
}

// Begin counts a request as in flight from now on.
func (s *Shard) Begin(now time.Duration) { s.book.Begin(now) }

// Drop counts a request that the schedule wanted at intended and that was never sent.
func (s *Shard) Drop(intended time.Duration) {
	if s.measured(intended) {
		s.scheduled++
		s.dropped++
	}
}

// Finish counts a request that had begun.
func (s *Shard) Finish(r *Request) {
	s.book.end(r)
	if s.book.blind {
		return
	}
	s.live[r.Outcome].Add(1)
	s.occupy(r.Sent, r.Done)
	if i, ok := s.window(r.Done); ok {
		s.windows[i].finish(r.Outcome)
	}
	if i, ok := s.window(r.Sent); ok {
		s.windows[i].issued++
	}
	if i, ok := s.window(r.Intended); ok {
		s.count(r, &s.windows[i])
	}
}

// measured says whether t lies in the measured time.
func (s *Shard) measured(t time.Duration) bool {
	return t >= s.book.trial.Warmup && t < s.book.trial.Duration
}

func (s *Shard) window(t time.Duration) (int, bool) {
	if !s.measured(t) {
		return 0, false
	}
	return min(int((t-s.book.trial.Warmup)/s.book.window), len(s.windows)-1), true
}

func (w *window) finish(outcome record.Outcome) {
	switch outcome {
	case record.OK:
		w.ok++
	case record.Shed:
		w.shed++
	default:
		w.failed++
	}
}

func (s *Shard) count(r *Request, w *window) {
	s.scheduled++
	s.sent++
	s.counts[r.Outcome]++
	w.sent++
	if slow := s.book.trial.Slow; r.Outcome != record.OK || slow > 0 && r.Response() > slow {
		w.bad++
		s.bad.Add(1)
	}
	s.timing.add(r)
	if r.Status > 0 && r.Status < statuses {
		s.status[r.Status]++
	}
	if r.Class != "" {
		s.fail(r)
	}
}

func (s *Shard) fail(r *Request) {
	class, known := s.errors[r.Class]
	if !known {
		if len(s.errors) >= maxClasses {
			return
		}
		class = &record.ErrorClass{Class: r.Class, Example: r.Example}
		s.errors[r.Class] = class
	}
	class.Count++
}

// occupy adds the life of a request to the windows through which it lasted.
func (s *Shard) occupy(sent, done time.Duration) {
	from := max(sent-s.book.trial.Warmup, 0)
	to := min(done-s.book.trial.Warmup, s.book.window*time.Duration(len(s.windows)))
	for from < to {
		i := from / s.book.window
		end := min((i+1)*s.book.window, to)
		s.windows[i].area += end - from
		from = end
	}
}
