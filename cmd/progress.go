package cmd

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/report/text"
	"loadline/report/units"
)

// progress tells on stderr where the run stands: a line a step, and on a
// terminal a live line in between.
type progress struct {
	w     io.Writer
	live  func() tally.Live    // nil where the runner has none
	left  func() time.Duration // asked between trials only
	width int                  // of the terminal; 0: not a terminal, no live line

	mu      sync.Mutex
	trial   record.Trial
	ahead   time.Duration // load time left, this trial included
	started time.Time
	quit    chan struct{}
	gone    chan struct{}
}

// newProgress writes to env.Err; the live line appears only on a terminal that
// can erase one, and never in CI.
func newProgress(env *Env, live func() tally.Live) *progress {
	return &progress{w: env.Err, live: live, width: liveWidth(env)}
}

func liveWidth(env *Env) int {
	if env.Getenv("CI") != "" || env.Getenv("TERM") == "dumb" {
		return 0
	}
	return columns(env.Err)
}

// begin shows that a trial starts.
func (p *progress) begin(trial record.Trial) {
	p.mu.Lock()
	p.trial, p.started, p.ahead = trial, time.Now(), p.left()
	p.mu.Unlock()
	if p.width == 0 || p.live == nil {
		return
	}
	p.quit, p.gone = make(chan struct{}), make(chan struct{})
	go p.tick()
}

// end shows the step that came of it.
func (p *progress) end(step *record.Step, err error) {
	if p.quit != nil {
		close(p.quit)
		<-p.gone
		p.quit = nil
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	if err == nil {
		fmt.Fprintln(p.w, p.fit(text.StepLine(step)+remaining(p.ahead-step.Duration.Std())))
	}
}

// remaining is how much load time is left at most, in words.
func remaining(left time.Duration) string {
	if left < time.Second/10 {
		return ""
	}
	return fmt.Sprintf("  (at most %s left)", (left + time.Second - 1).Truncate(time.Second))
}

// refresh is how often the live line changes: often enough to look alive,
// seldom enough to cost nothing.
const refresh = 250 * time.Millisecond

func (p *progress) tick() {
	defer close(p.gone)
	ticker := time.NewTicker(refresh)
	defer ticker.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-ticker.C:
			fmt.Fprint(p.w, "\r\x1b[K"+p.fit(p.status()))
		}
	}
}

// status is where the trial under way stands, in one line.
func (p *progress) status() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.started.IsZero() {
		return "nothing was sent yet"
	}
	var b strings.Builder
	elapsed := time.Since(p.started)
	fmt.Fprintf(&b, "%-10s %s", p.trial.Phase, p.trial.Load)
	if elapsed < p.trial.Duration {
		b.WriteString(remaining(p.ahead - elapsed))
	} else {
		b.WriteString("  (waiting for answers)")
	}
	if p.live != nil {
		b.WriteString("  " + standing(p.live(), elapsed))
	}
	return b.String()
}

// standing is what became of the trial's requests so far, the most important
// first, since a narrow terminal cuts the line; goodput is the mean since it began.
func standing(now tally.Live, elapsed time.Duration) string {
	text := fmt.Sprintf("sent %s, goodput %s, in flight %s",
		units.Count(now.Sent), units.Rate(float64(now.Counts.OK)/elapsed.Seconds()), units.Count(now.InFlight))
	if n := now.Counts.Shed; n > 0 {
		text += ", shed " + units.Count(n)
	}
	if n := now.Counts.Failed(); n > 0 {
		text += ", failed " + units.Count(n)
	}
	return text
}

// fit keeps a line below the terminal's width, so that it never wraps.
func (p *progress) fit(line string) string {
	line = printable(line)
	if p.width > 1 && len(line) > p.width-1 {
		return strings.ToValidUTF8(line[:p.width-1], "") // a letter may have been cut in two
	}
	return line
}

// printStatus answers SIGUSR1.
func (p *progress) printStatus() { fmt.Fprintln(p.w, p.fit(p.status())) }
