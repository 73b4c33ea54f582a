package generator

import (
	"io/fs"
	"os"
	"runtime"
	"time"

	"loadline/attack/record"
)

// Options say what the generator is allowed and whom it shares the machine with.
type Options struct {
	Root        fs.FS      // the machine's files; nil: those at "/"
	Cores       float64    // the most that the engine can use; 0: as many as GOMAXPROCS
	Slots       int        // requests that the connections carry at once; 0: as many as are asked
	MaxInFlight int        // the open model's bound; 0: none
	Kin         func() Kin // the service's processes on this machine; nil: unknown
	Remote      bool       // the service runs on another machine: every other process here is a stranger
}

// Watch observes the generator while one step runs.
type Watch struct {
	options Options
	before  sample
	beat    *beat
}

// Start begins to watch. Each Watch must be stopped.
func Start(options Options) *Watch {
	if options.Root == nil {
		options.Root = os.DirFS("/")
	}
	if options.Cores <= 0 {
		options.Cores = float64(runtime.GOMAXPROCS(0))
	}
	return &Watch{options: options, before: take(options.Root), beat: startBeat()}
}

// Verdict is what the generator says of itself about one step.
type Verdict struct {
	Cause    string   // what spoiled the step; "" where nothing did
	Warnings []string // a sentence for the cause first, then for lesser doubts
	Cores    float64  // processor time that the generator used, per second
}

// Stop ends the watch and judges the step, which must be complete but for
// this: it fills in step.Generator and adds the warnings.
func (w *Watch) Stop(step *record.Step) Verdict {
	gap := w.beat.stop()
	used := measure(w.before, take(w.options.Root), w.options)
	used.gap = gap
	verdict := judge(used, step)
	cores := verdict.Cores
	step.Generator.CPUCores = &cores
	if verdict.Cause != "" {
		step.Generator.Limited = &verdict.Cause
	}
	step.Warnings = append(step.Warnings, verdict.Warnings...)
	return verdict
}

// beat is a goroutine that should wake every interval; the longest time for
// which it did not is a time for which nobody else here woke either.
type beat struct {
	quit chan struct{}
	gap  chan time.Duration
}

const interval = 10 * time.Millisecond

func startBeat() *beat {
	b := &beat{quit: make(chan struct{}), gap: make(chan time.Duration)}
	go b.run(time.Now())
	return b
}

func (b *beat) run(last time.Time) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	longest := time.Duration(0)
	for {
		select {
		case <-ticker.C:
			now := time.Now()
			longest, last = max(longest, now.Sub(last)-interval), now
		case <-b.quit:
			b.gap <- max(longest, time.Since(last)-interval)
			return
		}
	}
}

func (b *beat) stop() time.Duration {
	close(b.quit)
	return <-b.gap
}
