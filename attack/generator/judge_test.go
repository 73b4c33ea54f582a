package generator

import (
	"slices"
	"strings"
	"testing"
	"time"

	"loadline/attack/generator/machine"
	"loadline/attack/record"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

// quiet is what a watch sees of ten seconds in which nothing went wrong: a
// generator of two cores that used a third of one, beside a service that used
// one and a half, and a neighbour that hardly did anything.
func quiet() figures {
	return figures{
		elapsed: 10 * sec, ran: 3300 * ms, waited: 500 * ms, paused: 10 * ms, gap: 12 * ms,
		machine: machine.CPU{Busy: 18500 * ms, Idle: 1500 * ms, Steal: 50 * ms},
		cores:   2, bound: 1000, known: true, neighbour: "cron (pid 7)", others: 100 * ms,
	}
}

func openStep() record.Step {
	most, mean := int64(40), 12.0
	return record.Step{
		Load: record.OpenLoad(100, record.Poisson), Scheduled: 1000, Sent: 1000,
		Response: record.Latencies{OK: &record.Quantiles{P50: record.SpanOf(20 * ms), P99: record.SpanOf(90 * ms)}},
		Lag:      &record.Lag{P50: record.SpanOf(ms / 10), P99: record.SpanOf(ms), Max: record.SpanOf(4 * ms)},
		InFlight: record.InFlight{Max: &most, Mean: &mean},
	}
}

func failed(class string) func(*figures, *record.Step) {
	return func(_ *figures, s *record.Step) {
		s.Errors = []record.ErrorClass{{Class: "timeout", Count: 5}, {Class: class, Count: 3}}
	}
}

// closedAt keeps n in flight where the connections carry slots (0: any number).
func closedAt(n, slots int) func(*figures, *record.Step) {
	return func(f *figures, s *record.Step) {
		s.Load = record.ClosedLoad(n)
		if slots > 0 {
			n = min(n, slots)
		}
		mean, most := float64(n), int64(n)
		f.slots = slots
		s.InFlight = record.InFlight{Mean: &mean, Max: &most}
	}
}

// taken has that many of the places taken on average, by requests of which so
// many were accepted.
func taken(places int, mean float64, ok int64) func(*figures, *record.Step) {
	return func(_ *figures, s *record.Step) {
		s.Load, s.InFlight.Mean, s.Counts.OK = record.ClosedLoad(places), &mean, ok
	}
}

func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(f *figures, s *record.Step)
		cause string
	}{
		{"nothing wrong", func(*figures, *record.Step) {}, ""},
		{"a hiccup", func(f *figures, _ *record.Step) { f.gap = 120 * ms }, ""},
		{"stopped for a second", func(f *figures, _ *record.Step) { f.gap = sec }, Stalled},
		{"stopped for a second of a minute", func(f *figures, _ *record.Step) { f.elapsed, f.gap = 60*sec, sec }, Stalled},
		{"a fifth of a short step", func(f *figures, _ *record.Step) { f.elapsed, f.gap = sec, 200*ms }, Stalled},
		{"no descriptors", failed(Descriptors), Descriptors},
		{"no ports", failed(Ports), Ports},
		{"other failures", failed("connection_reset"), ""},
		{"quota reached", func(f *figures, _ *record.Step) { f.throttled = sec }, CPU},
		{"quota touched", func(f *figures, _ *record.Step) { f.throttled = 50 * ms }, ""},
		{"all cores used", func(f *figures, _ *record.Step) { f.ran = 19500 * ms }, CPU},
		{"its one core used", func(f *figures, _ *record.Step) { f.cores, f.ran = 1, 9700*ms }, CPU},
		{"service takes the rest", func(f *figures, _ *record.Step) {
			f.ran, f.waited, f.machine.Idle = 8*sec, 20*sec, 0
		}, ""},
		{"hog on a full machine", func(f *figures, _ *record.Step) { f.others, f.machine.Idle = 9*sec, 0 }, CPU},
		{"hog on its core", func(f *figures, _ *record.Step) {
			f.others, f.waited, f.machine.Idle = 9*sec, 5*sec, 9*sec
		}, CPU},
		{"little neighbour on a full machine", func(f *figures, _ *record.Step) { f.others, f.machine.Idle = sec, 0 }, ""},
		{"little neighbour on a crowded core", func(f *figures, _ *record.Step) { f.others, f.waited = sec, 9*sec }, ""},
		{"busy neighbour that hinders nobody", func(f *figures, _ *record.Step) { f.others, f.machine.Idle = 9*sec, 9*sec }, ""},
		{"service is not known", func(f *figures, _ *record.Step) { f.known, f.others, f.machine.Idle = false, 9*sec, 0 }, ""},
		{"collecting garbage", func(f *figures, _ *record.Step) { f.paused = 300 * ms }, GC},
		{"collecting garbage all the time", func(f *figures, _ *record.Step) { f.ran, f.collected = 20*sec, 12*sec }, GC},
		{"collecting garbage now and then", func(f *figures, _ *record.Step) { f.collected = 400 * ms }, ""},
		{"stolen", func(f *figures, _ *record.Step) { f.machine.Steal = 7 * sec }, Steal},
		{"stolen from a machine that sleeps", func(f *figures, _ *record.Step) {
			f.machine.Busy, f.machine.Idle, f.machine.Steal = sec, 18*sec, sec
		}, ""},
		{"stolen from a lone request", func(f *figures, s *record.Step) {
			closedAt(1, 0)(f, s)
			f.machine.Busy, f.machine.Idle, f.machine.Steal = sec, 18*sec, sec
		}, Steal},
		{"stolen while nobody wanted it", func(f *figures, s *record.Step) {
			f.machine.Busy, f.machine.Idle, f.machine.Steal = sec, 18*sec, sec
			mean := 0.1
			s.InFlight.Mean, s.Lag.P99 = &mean, record.SpanOf(ms/2)
		}, ""},
		{"connections suffice", closedAt(8, 8), ""},
		{"connections do not suffice", closedAt(9, 8), Connections},
		{"places stood empty", taken(16, 9.6, 1000), Lag},
		{"places stood empty for moments", taken(16, 13, 1000), ""},
		{"places paused after refusals", taken(16, 9.6, 990), ""},
		{"late, in the median", func(_ *figures, s *record.Step) { s.Lag.P50 = record.SpanOf(3 * ms) }, Lag},
		{"late, in the tail", func(_ *figures, s *record.Step) { s.Lag.P99 = record.SpanOf(40 * ms) }, Lag},
		{"late by nothing that shows", func(_ *figures, s *record.Step) { s.Lag.P99 = record.SpanOf(9 * ms) }, ""},
		{"late because the service has as many as it may", func(f *figures, s *record.Step) {
			s.Lag.P50, f.bound = record.SpanOf(sec), 40
		}, ""},
		{"dropped", func(_ *figures, s *record.Step) { s.Dropped, s.Sent = 20, 980 }, Lag},
		{"first cause counts", func(f *figures, s *record.Step) { f.gap, s.Dropped, s.Sent = sec, 20, 980 }, Stalled},
		{"too short to tell", func(f *figures, _ *record.Step) { f.elapsed, f.ran = 50*ms, 100*ms }, ""},
		{"no time at all", func(f *figures, s *record.Step) { *f, *s = figures{}, record.Step{} }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, step := quiet(), openStep()
			tt.spoil(&f, &step)
			got := judge(f, &step)
			if got.Cause != tt.cause {
				t.Errorf("cause %q, want %q; %q", got.Cause, tt.cause, got.Warnings)
			}
			if tt.cause != "" && !strings.HasPrefix(got.Warnings[0], "generator limited: ") {
				t.Errorf("warnings %q do not begin with the cause", got.Warnings)
			}
		})
	}
}

func TestSharedMachineIsSaidNotHeldAgainst(t *testing.T) {
	f, step := quiet(), openStep()
	f.ran, f.machine.Idle = 8*sec, 0
	if got := judge(f, &step); got.Cause != "" || len(got.Warnings) != 1 {
		t.Errorf("verdict %+v, want a warning without a cause", got)
	}
}

func TestPreflight(t *testing.T) {
	for _, tt := range []struct {
		name    string
		demand  Demand
		files   uint64
		ports   int
		sockets machine.Sockets
		want    []string // one word of each warning
	}{
		{"suffices", Demand{InFlight: 1000, KeepAlive: true, Rate: 1e5}, 20000, 28232, machine.Sockets{}, nil},
		{"files", Demand{InFlight: 1000, KeepAlive: true}, 1024, 28232, machine.Sockets{}, []string{"ulimit -n 1064"}},
		{"ports", Demand{InFlight: 30000, KeepAlive: true}, 1 << 20, 28232, machine.Sockets{}, []string{"ip_local_port_range"}},
		{"waiting ports", Demand{InFlight: 1000, KeepAlive: true}, 20000, 28232, machine.Sockets{TimeWait: 28000}, []string{"28000 wait"}},
		{"a port a request", Demand{InFlight: 100, Rate: 1000}, 20000, 28232, machine.Sockets{}, []string{"tcp_tw_reuse"}},
		{"unknown", Demand{InFlight: 1 << 20}, 0, 0, machine.Sockets{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := append(descriptorDoubts(tt.demand, tt.files), portDoubts(tt.demand, tt.ports, tt.sockets)...)
			if !slices.EqualFunc(got, tt.want, strings.Contains) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
