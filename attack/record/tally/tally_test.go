package tally

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/attack/record"
)

const ms = time.Millisecond

func trial(warmup, duration time.Duration) record.Trial {
	return record.Trial{Load: record.OpenLoad(100, record.Constant), Warmup: warmup, Duration: duration}
}

// send books requests of one length at even spaces, the k-th at k·gap.
func send(s *Shard, n int, gap, service time.Duration, outcome record.Outcome) {
	for k := range n {
		at := time.Duration(k) * gap
		s.Begin(at)
		s.Finish(&Request{Intended: at, Sent: at, Done: at + service, Outcome: outcome, Status: 200})
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s = %v, want %v ± %v", what, got, want, tolerance)
	}
}

func TestRatesCountTheMeasuredTimeOnly(t *testing.T) {
	book := New(trial(time.Second, 5*time.Second))
	send(book.Shard(), 500, 10*ms, 5*ms, record.OK)
	step := book.Step(5 * time.Second)
	if step.Sent != 400 || step.Counts.OK != 400 {
		t.Errorf("sent %d, ok %d, want the 400 of the measured four seconds", step.Sent, step.Counts.OK)
	}
	near(t, "sent rate", *step.SentRate, 100, 0)
	near(t, "throughput", *step.Throughput, 100, 0.5)
	near(t, "in flight", *step.InFlight.Mean, 0.5, 0.01)
	near(t, "p50", step.Response.OK.P50.Seconds(), 0.005, 0.00001)
}

// A backlog of the warm-up that is sent in the measured time is sent then,
// though its requests belong to the warm-up.
func TestSentRateCountsWhenRequestsWent(t *testing.T) {
	book := New(trial(time.Second, 2*time.Second))
	s := book.Shard()
	for k := range 100 { // due in the warm-up, sent within the half second after it
		at := time.Second + time.Duration(k)*5*ms
		s.Begin(at)
		s.Finish(&Request{Intended: time.Duration(k) * 10 * ms, Sent: at, Done: at + ms, Outcome: record.OK})
	}
	step := book.Step(2 * time.Second)
	if step.Sent != 0 {
		t.Errorf("%d requests of the measured time, want none", step.Sent)
	}
	near(t, "sent rate", *step.SentRate, 100, 0)
	near(t, "throughput", *step.Throughput, 100, 0)
}

// Two hundred requests at 100/s of which one takes three seconds: the
// straggler is in the tail, and the rate stays 100/s.
func TestStragglerBelongsToTheTail(t *testing.T) {
	book := New(trial(0, 2*time.Second))
	s := book.Shard()
	send(s, 199, 10*ms, ms, record.OK)
	s.Begin(1990 * ms)
	s.Finish(&Request{Intended: 1990 * ms, Sent: 1990 * ms, Done: 4990 * ms, Outcome: record.OK})
	step := book.Step(2 * time.Second)
	near(t, "goodput", step.Goodput.Value, 99.5, 0.01)
	near(t, "max", step.Response.OK.Max.Seconds(), 3, 0.005)
	if step.Sent != 200 {
		t.Errorf("sent %d, want 200", step.Sent)
	}
}

func TestResponseCountsFromTheIntendedStart(t *testing.T) {
	book := New(trial(0, time.Second))
	s := book.Shard()
	s.Begin(300 * ms)
	s.Finish(&Request{Intended: 100 * ms, Sent: 300 * ms, Done: 340 * ms, Outcome: record.OK})
	step := book.Step(time.Second)
	near(t, "response", step.Response.OK.Max.Seconds(), 0.24, 0.0005)
	near(t, "service", step.Service.OK.Max.Seconds(), 0.04, 0.0005)
	near(t, "lag", step.Lag.Max.Seconds(), 0.2, 0.0005)
}

func TestQuantilesNobodySawAreMissing(t *testing.T) {
	for _, test := range []struct {
		n                   int
		p50, p90, p99, p999 bool
	}{
		{1, false, false, false, false},
		{2, true, false, false, false},
		{10, true, true, false, false},
		{99, true, true, false, false},
		{100, true, true, true, false},
		{1000, true, true, true, true},
	} {
		book := New(trial(0, time.Minute))
		send(book.Shard(), test.n, ms, ms, record.OK)
		q := book.Step(time.Minute).Response.OK
		if got := [4]bool{q.P50 != nil, q.P90 != nil, q.P99 != nil, q.P999 != nil}; got != [4]bool{test.p50, test.p90, test.p99, test.p999} {
			t.Errorf("%d samples show p50, p90, p99, p999: %v", test.n, got)
		}
	}
}

func TestCutShortCountsWholeWindows(t *testing.T) {
	plan := trial(0, 10*time.Second)
	plan.Window = 500 * ms
	book := New(plan)
	send(book.Shard(), 270, 10*ms, ms, record.OK) // 2.7 s of 10
	step := book.Step(2700 * ms)
	if n := len(step.Windows.OK); n != 5 {
		t.Fatalf("%d windows, want the 5 whole ones of 2.7 s", n)
	}
	near(t, "throughput", *step.Throughput, 100, 0.5)
	if step.Duration.Std() != 2700*ms {
		t.Errorf("duration %v, want 2.7s", step.Duration)
	}
}

func TestNothingMeasuredHasNoRates(t *testing.T) {
	step := New(trial(time.Second, 2*time.Second)).Step(500 * ms)
	if step.Throughput != nil || step.Goodput != nil || step.InFlight.Mean != nil || step.Response.OK != nil || step.Lag != nil {
		t.Errorf("a step without a measured window has figures: %+v", step)
	}
}

func TestStopRules(t *testing.T) {
	plan := trial(0, time.Second)
	plan.Slow, plan.Stop = 10*ms, record.Stop{Bad: 2, InFlight: 5}
	book := New(plan)
	s := book.Shard()
	send(s, 2, ms, 20*ms, record.OK)
	if reason, stop := book.Stop(); stop {
		t.Fatalf("stopped for %q at the allowance of two", reason)
	}
	send(s, 1, ms, ms, record.Error)
	if _, stop := book.Stop(); !stop {
		t.Error("three bad responses do not stop a trial that allows two")
	}
	other := New(plan)
	for range 5 {
		other.Shard().Begin(0)
	}
	if _, stop := other.Stop(); !stop {
		t.Error("five in flight do not stop a trial that allows less")
	}
}

func TestFailuresAreFewStableClasses(t *testing.T) {
	book := New(trial(0, time.Second))
	s := book.Shard()
	for range 1000 {
		s.Begin(0)
		s.Finish(&Request{Outcome: record.Error, Class: "connection_reset", Example: "read: reset"})
	}
	for i := range 2 * maxClasses {
		s.Begin(0)
		s.Finish(&Request{Outcome: record.Error, Class: string(rune('a' + i))})
	}
	step := book.Step(time.Second)
	if step.Errors[0].Class != "connection_reset" || step.Errors[0].Count != 1000 {
		t.Errorf("the most frequent class is %+v", step.Errors[0])
	}
	if len(step.Errors) > maxClasses {
		t.Errorf("%d classes kept, want at most %d", len(step.Errors), maxClasses)
	}
}

// Whatever is booked, the counts reconcile, the mean in flight is Little's
// integral, and no quantile lies above the maximum.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := trial(time.Duration(rapid.IntRange(0, 500).Draw(t, "warmup"))*ms, time.Second)
		book := New(plan)
		shards := []*Shard{book.Shard(), book.Shard()}
		var area time.Duration
		for range rapid.IntRange(0, 200).Draw(t, "requests") {
			s := shards[rapid.IntRange(0, 1).Draw(t, "shard")]
			at := time.Duration(rapid.IntRange(0, 999).Draw(t, "at")) * ms
			if rapid.IntRange(0, 9).Draw(t, "drop") == 0 {
				s.Drop(at)
				continue
			}
			r := Request{Intended: at, Sent: at + time.Duration(rapid.IntRange(0, 100).Draw(t, "lag"))*ms}
			r.Done = r.Sent + time.Duration(rapid.IntRange(0, 2000).Draw(t, "service"))*ms
			r.Outcome = record.Outcome(rapid.IntRange(0, int(record.Outcomes)-1).Draw(t, "outcome"))
			s.Begin(r.Sent)
			s.Finish(&r)
			area += max(0, min(r.Done, plan.Duration)-max(r.Sent, plan.Warmup))
		}
		check(t, book.Step(plan.Duration), area)
	})
}

func check(t *rapid.T, step record.Step, area time.Duration) {
	if step.Scheduled != step.Sent+step.Dropped || step.Sent != step.Counts.Total() {
		t.Fatalf("does not add up: %+v", step)
	}
	want := float64(area) / float64(step.Measured())
	if got := *step.InFlight.Mean; math.Abs(got-want) > 1e-6*(1+want) {
		t.Fatalf("in flight %v, want the integral %v", got, want)
	}
	if g := step.Goodput; g.Low < 0 || g.Low > g.Value || g.Value > g.High {
		t.Fatalf("goodput %+v is outside its own interval", *g)
	}
	if q := step.Response.OK; q != nil {
		for _, v := range []*record.Span{q.P50, q.P90, q.P95, q.P99, q.P999} {
			if v != nil && *v > *q.Max {
				t.Fatalf("a quantile %v lies above the maximum %v", v, q.Max)
			}
		}
		var n int64
		for _, b := range step.Distribution {
			n += b.Count
		}
		if n != q.Count {
			t.Fatalf("the distribution counts %d of %d", n, q.Count)
		}
	}
}

func BenchmarkFinish(b *testing.B) {
	s := New(trial(0, time.Hour)).Shard()
	r := Request{Sent: ms, Done: 3 * ms, Status: 200}
	for b.Loop() {
		s.Begin(r.Sent)
		s.Finish(&r)
	}
}

// Service times are kept once until a request is late, and apart from then on;
// shards of both kinds merge. Nobody can tell from the step.
func TestServiceTimesOfLateRequests(t *testing.T) {
	book := New(trial(0, 10*time.Second))
	prompt, mixed := book.Shard(), book.Shard()
	send(prompt, 100, 10*ms, 4*ms, record.OK)
	send(mixed, 100, 10*ms, 4*ms, record.OK)
	for k := range 50 {
		at := time.Duration(k) * 20 * ms
		mixed.Begin(at + 6*ms)
		mixed.Finish(&Request{Intended: at, Sent: at + 6*ms, Done: at + 10*ms, Outcome: record.OK})
	}
	step := book.Step(10 * time.Second)
	if r, s := step.Response.OK.Count, step.Service.OK.Count; r != 250 || s != 250 {
		t.Errorf("%d response and %d service times, want 250 of each", r, s)
	}
	near(t, "mean response", step.Response.OK.Mean.Seconds(), 0.0052, 1e-9)
	near(t, "mean service", step.Service.OK.Mean.Seconds(), 0.004, 1e-9)
	near(t, "longest service", step.Service.OK.Max.Seconds(), 0.004, 1e-5)
	near(t, "median lag", step.Lag.P50.Seconds(), 0, 0) // not the end of the histogram's first bar
	near(t, "longest lag", step.Lag.Max.Seconds(), 0.006, 1e-5)
}

// What began in the warm-up and lasts is in flight in the measured time.
func TestMostInFlightKnowsTheWarmUp(t *testing.T) {
	book := New(trial(time.Second, 2*time.Second))
	s := book.Shard()
	for range 3 {
		s.Begin(0)
	}
	for range 3 {
		s.Finish(&Request{Done: 5 * time.Second, Outcome: record.OK})
	}
	step := book.Step(2 * time.Second)
	if *step.InFlight.Max != 3 || *step.InFlight.Mean != 3 {
		t.Errorf("%d in flight at most, %v on average, want 3", *step.InFlight.Max, *step.InFlight.Mean)
	}
}
