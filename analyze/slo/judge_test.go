package slo_test

import (
	"math"
	"testing"
	"time"

	"loadline/analyze/slo"
	"loadline/attack/record"
)

// A failure or a refusal breaks a response time as an endless response would,
// unless another clause says how many there may be.
func TestCountKnowsWhatBreaksAClause(t *testing.T) {
	step := slow(20, 900)
	step.Counts.Shed, step.Counts.Error, step.Counts.Timeout = 70, 20, 10
	for objective, want := range map[string][][2]float64{
		"p99<100ms":                   {{20 + 70 + 30, 1000}},
		"p99<100ms,errors<1%":         {{20 + 70, 970}, {30, 1000}},
		"p99<100ms,shed<1%":           {{20 + 30, 930}, {70, 1000}},
		"p99<100ms,errors<1%,shed<1%": {{20, 900}, {30, 1000}, {70, 1000}},
		"errors<1%":                   {{100, 1000}},
		"errors<1%,shed<1%":           {{30, 1000}, {70, 1000}},
		"max<200ms":                   {{0 + 70 + 30, 1000}},
		"max<50ms":                    {{20 + 440 + 100, 1000}}, // half of the first bucket, whatever that holds
	} {
		s := parsed(t, objective)
		for i, c := range s {
			if bad, total := s.Count(c, &step); bad != want[i][0] || total != want[i][1] {
				t.Errorf("%s: %v of %v broke %s, want %v", objective, bad, total, c, want[i])
			}
		}
	}
}

// All samples may be in one bucket, of which only the shortest says that none
// is below the limit.
func TestSlowerKnowsTheShortest(t *testing.T) {
	step := slow(0, 24)
	step.Windows = &record.Windows{Sent: []int64{24}, Bad: []int64{0}} // counted against no limit
	step.Response.OK = &record.Quantiles{Count: 24, Min: record.SpanOf(100 * time.Millisecond)}
	if got := slo.Slower(&step, time.Millisecond); got != 24 {
		t.Errorf("%v were slower, want all 24", got)
	}
}

// A request that was abandoned because the run was stopped breaks no clause.
func TestAbandonedRequestsBreakNothing(t *testing.T) {
	step := slow(0, 900)
	step.Counts.Error = 40
	step.Errors = []record.ErrorClass{{Class: record.Interrupted, Count: 40}}
	for _, v := range parsed(t, "p99<100ms,errors<1%").Judge(&step) {
		if v.Holds != slo.Yes {
			t.Errorf("%+v, want that it holds", v)
		}
	}
}

// What the windows counted is exact where they counted against this limit.
func TestSlowerTrustsTheWindowsOnTheirLimit(t *testing.T) {
	step := slow(100, 1000)
	step.Counts.Error = 5
	step.Windows = &record.Windows{Sent: []int64{500, 505}, Bad: []int64{40, 35}}
	if got := slo.Slower(&step, 150*time.Millisecond); got != 70 {
		t.Errorf("%v were slower, want the 75 bad without the 5 failed", got)
	}
	if got := slo.Slower(&step, 100*time.Millisecond); got != 100 {
		t.Errorf("%v were slower than a bucket's bound, want 100", got)
	}
	step.Windows = nil
	want := 100 * math.Log(200.0/150) / math.Log(2)
	if got := slo.Slower(&step, 150*time.Millisecond); math.Abs(got-want) > 1e-9 {
		t.Errorf("%v were slower, want %v of the bucket's 100", got, want)
	}
	if got := slo.Slower(&step, time.Second); got != 0 {
		t.Errorf("%v were slower than all", got)
	}
}

func TestJudgeOfKnownCounts(t *testing.T) {
	for _, test := range []struct {
		bad, total int64
		want       slo.Holds
	}{
		{0, 1000, slo.Yes}, {0, 368, slo.Yes}, {0, 200, slo.Unclear}, {0, 1, slo.Unclear},
		{9, 1000, slo.Unclear}, {10, 1000, slo.Unclear}, {17, 1000, slo.Unclear}, {18, 1000, slo.No},
		{75, 10000, slo.Yes}, {130, 10000, slo.No}, {1, 1, slo.No}, {1000, 1000, slo.No},
	} {
		step := slow(test.bad, test.total)
		v := parsed(t, "p99<100ms").Judge(&step)[0]
		if v.Holds != test.want || v.Share.Value != float64(test.bad)/float64(test.total) || v.Share.Low > v.Share.Value || v.Share.High < v.Share.Value {
			t.Errorf("%d of %d: %+v, want %s", test.bad, test.total, v, test.want)
		}
	}
}

// Exponential response times, whose tails are known: well on this side of the limit
// the clause holds, well on that side it breaks, and right at it hardly ever either.
func TestJudgeIsRightAsOftenAsItSays(t *testing.T) {
	const runs, mean = 200, 0.01
	limit := func(tail float64) string { return time.Duration(mean * -math.Log(tail) * 1e9).String() }
	for _, test := range []struct {
		tail     float64 // of the response times beyond the limit of p95
		least    float64
		want     slo.Holds
		mistaken float64
	}{{0.03, 0.95, slo.Yes, 0}, {0.08, 0.95, slo.No, 0}, {0.05, 0.88, slo.Unclear, 0.06}} {
		right, wrong := 0.0, 0.0
		for run := range runs {
			step := answered(exponential(seeded(run), 2000, mean))
			switch parsed(t, "p95<"+limit(test.tail)).Met(&step) {
			case test.want:
				right += 1.0 / runs
			case slo.Unclear:
			default:
				wrong += 1.0 / runs
			}
		}
		if right < test.least {
			t.Errorf("with %v beyond the limit, %v in only %v", test.tail, test.want, right)
		}
		if test.want != slo.Unclear && wrong > test.mistaken {
			t.Errorf("with %v beyond the limit, the opposite of %v in %v", test.tail, test.want, wrong)
		}
	}
}

// The mean's interval holds the truth, and judges by it.
func TestJudgeOfTheMean(t *testing.T) {
	const runs, mean = 200, 0.01
	held, covered := 0.0, 0.0
	for run := range runs {
		step := answered(exponential(seeded(run), 1000, mean))
		v := parsed(t, "mean<10ms").Judge(&step)[0]
		if v.Share.Low <= 1 && 1 <= v.Share.High {
			covered += 1.0 / runs
		}
		if parsed(t, "mean<11.5ms").Met(&step) == slo.Yes && parsed(t, "mean<8.5ms").Met(&step) == slo.No {
			held += 1.0 / runs
		}
	}
	if covered < 0.90 || covered > 0.99 || held < 0.98 {
		t.Errorf("the interval of the mean covers %v, and judges right in %v", covered, held)
	}
	few := answered([]float64{0.001, 0.0011, 0.0012})
	if v := parsed(t, "mean<1s").Judge(&few)[0]; v.Holds != slo.Unclear {
		t.Errorf("three requests: %+v, want unclear", v)
	}
}

func TestMetIsTheWorstClause(t *testing.T) {
	for objective, want := range map[string]slo.Holds{
		"p50<100ms,p90<100ms": slo.Yes, "p50<100ms,p99<100ms": slo.Unclear,
		"p50<100ms,p999<100ms": slo.No, "p99<100ms,p999<100ms": slo.No, "max<100ms,p99<100ms": slo.No,
	} {
		step := slow(10, 1000)
		if got := parsed(t, objective).Met(&step); got != want {
			t.Errorf("%s: %s, want %s", objective, got, want)
		}
	}
}

// Slow requests that all came in one part are worth less than as many spread out.
func TestClumpingSeesWhatComesTogether(t *testing.T) {
	spread, together := slow(80, 8000), slow(80, 8000)
	sent := []int64{1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000}
	spread.Windows = &record.Windows{Sent: sent, Bad: []int64{8, 12, 9, 11, 10, 13, 7, 10}}
	together.Windows = &record.Windows{Sent: sent, Bad: []int64{0, 0, 80, 0, 0, 0, 0, 0}}
	even, clumped := slo.Clumping(&spread), slo.Clumping(&together)
	if even > 2 || clumped < 20 {
		t.Errorf("clumping is %v spread out, and %v all together", even, clumped)
	}
	loose, tight := parsed(t, "p99<100ms").Judge(&spread)[0].Share, parsed(t, "p99<100ms").Judge(&together)[0].Share
	if tight.High-tight.Low < 2*(loose.High-loose.Low) {
		t.Errorf("together they show %+v, spread out %+v", tight, loose)
	}
}

// A step of which hardly anything is known is unclear, never a panic or an
// impossible number.
func TestJudgeOfHostileSteps(t *testing.T) {
	s := parsed(t, "p50<1ms,p99<100ms,max<1s,mean<10ms,errors<1%,shed<100%")
	for name, step := range hostile() {
		for _, v := range s.Judge(&step) {
			if !(v.Share.Low >= 0 && v.Share.Low <= v.Share.Value && v.Share.Value <= v.Share.High) || math.IsInf(v.Share.High, 0) {
				t.Errorf("%s: %+v is out of order", name, v)
			}
			if v.Clause.Name != slo.Mean && v.Share.High > 1 {
				t.Errorf("%s: %+v is more than all", name, v)
			}
			if step.Counts.Total() == 0 && v.Holds != slo.Unclear && v.Clause.Name != slo.Shed {
				t.Errorf("%s: %s is judged %s on no requests", name, v.Clause, v.Holds)
			}
		}
		if c := slo.Clumping(&step); !(c >= 1) || math.IsInf(c, 0) {
			t.Errorf("%s: clumping %v", name, c)
		}
	}
}

// hostile are open steps with as little as a step can have.
func hostile() map[string]record.Step {
	open := record.OpenLoad(100, record.Poisson)
	failed := record.Step{Load: open, Counts: record.Counts{Error: 50, Timeout: 50}}
	unmatched := slow(5, 100)
	unmatched.Windows = &record.Windows{Bad: []int64{1, 2, 2}, Sent: []int64{100}}
	excess := slow(5, 100)
	excess.Windows = &record.Windows{Bad: []int64{200, 0}, Sent: []int64{50, 50}}
	idle := slow(0, 0)
	idle.Windows = &record.Windows{Bad: []int64{0, 0}, Sent: []int64{0, 0}}
	unmeasured := record.Step{Load: open, Counts: record.Counts{OK: 100}, Response: record.Latencies{OK: &record.Quantiles{Count: 100}}}
	return map[string]record.Step{
		"zero": {}, "open only": {Load: open}, "stopped at once": {Load: open, Stopped: "in flight"},
		"no distribution": {Load: open, Counts: record.Counts{OK: 100}}, "all failed": failed,
		"all refused":       {Load: open, Counts: record.Counts{Shed: 100}},
		"unmatched columns": unmatched, "more bad than sent": excess, "idle": idle, "no mean": unmeasured,
		"no windows": {Load: open, Counts: record.Counts{OK: 100}, Windows: &record.Windows{}},
		"no buckets": {Load: open, Counts: record.Counts{OK: 100}, Distribution: []record.Bucket{{}, {}}},
	}
}

func TestWatchIsTheLongestTail(t *testing.T) {
	for objective, want := range map[string]struct {
		slow    time.Duration
		allowed float64
	}{
		"p99<250ms":                     {250 * time.Millisecond, 0.01},
		"p50<10ms,p999<1s,p90<50ms":     {time.Second, 0.001},
		"errors<2%":                     {0, 0.02},
		"errors<2%,shed<0.5%":           {0, 0.005},
		"mean<5ms":                      {0, 1},
		"mean<5ms,p95<20ms,errors<0.1%": {20 * time.Millisecond, 0.05},
	} {
		if slow, allowed := parsed(t, objective).Watch(); slow != want.slow || allowed != want.allowed {
			t.Errorf("%s watches %v and %v, want %+v", objective, slow, allowed, want)
		}
	}
}
