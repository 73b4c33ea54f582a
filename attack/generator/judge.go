package generator

import (
	"fmt"
	"time"

	"loadline/attack/record"
)

// The causes that can spoil a step.
const (
	Descriptors = "descriptors" // no more files could be opened
	Ports       = "ports"       // no local port was free
	Stalled     = "stalled"     // the process, or its machine, stood still
	CPU         = "cpu"         // the generator used all that it may, or did not get what it wanted
	GC          = "gc"          // it paused to collect garbage
	Steal       = "steal"       // the hypervisor gave the time to others
	Connections = "connections" // the connections carried no more at once
	Lag         = "lag"         // requests were sent late for no other cause that is known
)

// doubt is something wrong with a step: a cause that spoils it, or a mere
// warning where cause is "".
type doubt struct{ cause, text string }

// rule looks for one thing that can be wrong.
type rule func(f *figures, step *record.Step) *doubt

// rules in the order in which a cause explains the ones after it: a process
// that was stopped was late, too.
var rules = []rule{
	outOfDescriptors, outOfPorts, stopped, throttled, collecting, tooFewConnections,
	saturated, crowded, stolen, late, idle, sharing,
}

// judge gives the first cause found, and a warning for everything found.
func judge(f figures, step *record.Step) Verdict {
	verdict := Verdict{Cores: f.per(f.ran)}
	for _, rule := range rules {
		doubt := rule(&f, step)
		if doubt == nil || doubt.cause != "" && verdict.Cause != "" {
			continue
		}
		if doubt.cause != "" {
			verdict.Cause = doubt.cause
		}
		verdict.Warnings = append(verdict.Warnings, doubt.text)
	}
	return verdict
}

// shortest is the time below which shares say nothing: the kernel counts
// processor time of others in hundredths of a second.
const shortest = 200 * time.Millisecond

func spoiled(cause, format string, args ...any) *doubt {
	return &doubt{cause: cause, text: "generator limited: " + fmt.Sprintf(format, args...)}
}

// failures counts the requests that failed by an error class.
func failures(step *record.Step, class string) int64 {
	for _, e := range step.Errors {
		if e.Class == class {
			return e.Count
		}
	}
	return 0
}

func outOfDescriptors(_ *figures, step *record.Step) *doubt {
	n := failures(step, Descriptors)
	if n == 0 {
		return nil
	}
	return spoiled(Descriptors, "%d requests found no free file descriptor; raise the limit with ulimit -n", n)
}

func outOfPorts(_ *figures, step *record.Step) *doubt {
	n := failures(step, Ports)
	if n == 0 {
		return nil
	}
	return spoiled(Ports, "%d requests found no free local port; keep connections alive, or widen net.ipv4.ip_local_port_range", n)
}

// stopped: nothing here ran for half a second, or for a twentieth of a short
// step but not so briefly that an ordinary hiccup would do.
func stopped(f *figures, _ *record.Step) *doubt {
	limit := min(max(f.elapsed/20, 150*time.Millisecond), 500*time.Millisecond)
	if f.gap < limit {
		return nil
	}
	return spoiled(Stalled, "the process stood still for %v", f.gap.Round(time.Millisecond))
}

// throttled: the quota held it back for more than a fiftieth of the time.
func throttled(f *figures, _ *record.Step) *doubt {
	if f.elapsed < shortest || f.per(f.throttled) < 0.02 {
		return nil
	}
	return spoiled(CPU, "its processor quota of %.2g cores held it back for %v", f.cores, f.throttled.Round(time.Millisecond))
}

// saturated: it used 95 % of what it may.
func saturated(f *figures, _ *record.Step) *doubt {
	if f.elapsed < shortest || f.per(f.ran) < 0.95*f.cores {
		return nil
	}
	return spoiled(CPU, "it used %.2f of the %.2g cores that it can use", f.per(f.ran), f.cores)
}

// crowded: processes that are neither the service nor the generator took a
// tenth of a machine that had nothing idle, or a fifth of a core while the
// generator's threads waited for a processor for longer than they ran and for
// a twentieth of the time.
func crowded(f *figures, _ *record.Step) *doubt {
	if f.elapsed < shortest || !f.known {
		return nil
	}
	m := f.machine
	taken := full(f) && f.others > (m.Busy+m.Idle+m.Steal)/10
	starved := f.waited > f.ran && f.per(f.waited) > 0.05 && f.per(f.others) > 0.2
	if !taken && !starved {
		return nil
	}
	return spoiled(CPU, "other processes used %.2f cores, most of all %s, and it waited for a processor for %v",
		f.per(f.others), f.neighbour, f.waited.Round(time.Millisecond))
}

// full: the machine was idle for less than a twentieth of the time.
func full(f *figures) bool {
	m := f.machine
	return m.Busy > 0 && m.Idle < (m.Busy+m.Idle+m.Steal)/20
}

// collecting: more than a hundredth of the time went into pauses, or a quarter
// of the processor time that it used, and a twentieth of a core, into garbage.
func collecting(f *figures, _ *record.Step) *doubt {
	if f.elapsed < shortest || f.per(f.paused) < 0.01 && (f.collected < f.ran/4 || f.per(f.collected) < 0.05) {
		return nil
	}
	return spoiled(GC, "it paused for %v to collect garbage, and spent %v of its processor time on that",
		f.paused.Round(time.Millisecond), f.collected.Round(time.Millisecond))
}

// stolen: of the time that the machine wanted, a quarter went elsewhere, and that
// was felt: the machine wanted half a core, so that something may have run all the
// time, or it was a twentieth of what the requests took. A machine that mostly sleeps loses
// a moment as it wakes, which is much of the little that it wants and takes no capacity.
func stolen(f *figures, step *record.Step) *doubt {
	steal := f.machine.Steal
	wanted := f.machine.Busy + steal
	if f.elapsed < shortest || steal < wanted/4 || f.per(steal) < 0.02 {
		return nil
	}
	if mean := step.InFlight.Mean; f.per(wanted) < 0.5 && (punctual(step) || mean != nil && f.per(steal) < 0.05**mean) {
		return nil
	}
	return spoiled(Steal, "the hypervisor took %.0f %% of the processor time that this machine wanted", 100*steal.Seconds()/wanted.Seconds())
}

// punctual: of requests at moments drawn at random 99 in 100 were sent within
// a millisecond, so that what was stolen was stolen while nobody wanted it, as
// from a processor that polls for work.
func punctual(step *record.Step) bool {
	return step.Load.Model == record.Open && step.Lag != nil && step.Lag.P99 != nil && step.Lag.P99.Std() < time.Millisecond
}
