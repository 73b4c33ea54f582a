package tally

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"loadline/attack/record"
)

// Request is one finished request. Times are since the start of the load.
type Request struct {
	Intended time.Duration // when the schedule wanted it sent
	Sent     time.Duration
	Done     time.Duration
	Outcome  record.Outcome
	Status   int    // 0 where no status arrived
	Class    string // of an error or timeout: a stable word
	Example  string // the text of that failure
}

// Response is the time from the intended start.
func (r *Request) Response() time.Duration { return r.Done - r.Intended }

// Book counts the requests of one trial.
type Book struct {
	trial  record.Trial
	window time.Duration
	count  int // of windows
	blind  bool

	inFlight    atomic.Int64
	maxInFlight atomic.Int64
	stopped     atomic.Pointer[string]

	mu     sync.Mutex
	shards []*Shard
}

// New opens the book of a trial. The measured time is cut into equal windows
// as near to the trial's window length as divides it.
func New(trial record.Trial) *Book {
	measured := max(trial.Measured(), time.Nanosecond)
	count := max(1, int((measured+trial.WindowLength()/2)/max(trial.WindowLength(), 1)))
	return &Book{trial: trial, window: max(measured/time.Duration(count), 1), count: count}
}

// Blind opens a book that counts only what is in flight, so that a benchmark
// can tell what counting costs. Its Step has no requests.
func Blind(trial record.Trial) *Book {
	b := New(trial)
	b.blind = true
	return b
}

// Shard hands out a place to count that belongs to one goroutine.
func (b *Book) Shard() *Shard {
	s := newShard(b)
	s.timing.ready(b.trial.Load.Model)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shards = append(b.shards, s)
	return s
}

// InFlight is how many requests are under way now.
func (b *Book) InFlight() int64 { return b.inFlight.Load() }

// Live is where a trial stands, warm-up included.
type Live struct {
	Sent     int64
	Counts   record.Counts
	InFlight int64
}

// Live may be called while shards count.
func (b *Book) Live() Live {
	b.mu.Lock()
	defer b.mu.Unlock()
	live := Live{InFlight: b.InFlight()}
	for _, s := range b.shards {
		live.Counts.OK += s.live[record.OK].Load()
		live.Counts.Shed += s.live[record.Shed].Load()
		live.Counts.Error += s.live[record.Error].Load()
		live.Counts.Timeout += s.live[record.Timeout].Load()
	}
	live.Sent = live.Counts.Total() + live.InFlight
	return live
}

// Stop says whether the trial's stop rule has been met, and why. It may be
// called while shards count.
func (b *Book) Stop() (reason string, stop bool) {
	reason, stop = b.rule()
	if stop {
		first := reason
		b.stopped.CompareAndSwap(nil, &first)
	}
	return reason, stop
}

// Stopped is the first reason that Stop gave; "" where it never gave one.
func (b *Book) Stopped() string {
	if reason := b.stopped.Load(); reason != nil {
		return *reason
	}
	return ""
}

func (b *Book) rule() (reason string, stop bool) {
	rule := b.trial.Stop
	if n := b.InFlight(); rule.InFlight > 0 && n >= int64(rule.InFlight) {
		return fmt.Sprintf("%d requests in flight", n), true
	}
	if rule.Bad > 0 {
		if n := b.bad(); n > int64(rule.Bad) {
			return fmt.Sprintf("%d bad responses", n), true
		}
	}
	return "", false
}

func (b *Book) bad() (n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.shards {
		n += s.bad.Load()
	}
	return n
}

// Begin counts a request as in flight from now on, and remembers the most that
// were within the measured time. Any goroutine may call it; each request that
// began has to be given to some shard's Finish.
func (b *Book) Begin(now time.Duration) {
	n := b.inFlight.Add(1)
	if now < b.trial.Warmup || now >= b.trial.Duration {
		return
	}
	b.most(n)
}

// end counts a request as over. It and those that are still under way were so
// at some time of the measured, unless it ended before or was sent after.
func (b *Book) end(r *Request) {
	n := b.inFlight.Add(-1) + 1
	if r.Done > b.trial.Warmup && r.Sent < b.trial.Duration {
		b.most(n)
	}
}

// most raises the most that were in flight.
func (b *Book) most(n int64) {
	for {
		most := b.maxInFlight.Load()
		if n <= most || b.maxInFlight.CompareAndSwap(most, n) {
			return
		}
	}
}
