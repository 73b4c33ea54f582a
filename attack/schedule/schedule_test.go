package schedule_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/attack/record"
	"loadline/attack/schedule"
)

func mustNew(t testing.TB, rate float64, arrivals record.Arrivals, seed uint64) *schedule.Schedule {
	t.Helper()
	s, err := schedule.New(record.OpenLoad(rate, arrivals), seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRamp(t testing.TB, from, to float64, over time.Duration, arrivals record.Arrivals) *schedule.Schedule {
	t.Helper()
	s, err := schedule.Ramp(from, to, over, arrivals, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// before is every start before end, in order.
func before(s *schedule.Schedule, end time.Duration) (starts []time.Duration) {
	cursor := s.Cursor()
	for at := cursor.Next(); at < end; at = cursor.Next() {
		starts = append(starts, at)
	}
	return starts
}

func TestConstantIsEvenlySpaced(t *testing.T) {
	s := mustNew(t, 4, record.Constant, 0)
	got := before(s, time.Second)
	want := []time.Duration{0, 250 * time.Millisecond, 500 * time.Millisecond, 750 * time.Millisecond}
	if !slices.Equal(got, want) {
		t.Errorf("4/s starts at %v, want %v", got, want)
	}
}

// Every rate gives as many arrivals as it says, in order, wherever in the load.
func TestRates(t *testing.T) {
	for _, rate := range []float64{0.1, 0.5, 1, 3, 1000.0 / 3, 5000, 123456.7, 500_000} {
		for _, arrivals := range []record.Arrivals{record.Constant, record.Poisson} {
			s := mustNew(t, rate, arrivals, 7)
			for _, k := range []int64{10_000, 10_000_000, 100_000_000_000} {
				want := float64(k) / rate * 1e9
				got := s.At(k)
				if want >= math.MaxInt64 {
					if arrivals == record.Constant && got != schedule.Never {
						t.Errorf("%v/s: request %d starts at %s, which is after the end of time", rate, k, got)
					}
					continue
				}
				// A Poisson count's spread is its root; 6 of them are never seen.
				if math.Abs(float64(got)-want) > 6/math.Sqrt(float64(k))*want+1 {
					t.Errorf("%s at %v/s: request %d starts at %s, want about %s", arrivals, rate, k, got, time.Duration(want))
				}
				if next := s.At(k + 1); next < got {
					t.Errorf("%s at %v/s: request %d starts at %s, before the one ahead at %s", arrivals, rate, k+1, next, got)
				}
			}
		}
	}
}

func TestNothingAfterTheEndOfTime(t *testing.T) {
	for _, arrivals := range []record.Arrivals{record.Constant, record.Poisson} {
		s := mustNew(t, 0.1, arrivals, 1)
		if at := s.At(math.MaxInt64); at != schedule.Never {
			t.Errorf("%s: the last request of all starts at %s", arrivals, at)
		}
		if at := s.At(-1); at != schedule.Never {
			t.Errorf("%s: request -1 starts at %s", arrivals, at)
		}
	}
}

// A walk and random access agree, across blocks and levels.
func TestCursorIsAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		arrivals := rapid.SampledFrom([]record.Arrivals{record.Constant, record.Poisson}).Draw(t, "arrivals")
		s, err := schedule.Ramp(rapid.Float64Range(0, 100).Draw(t, "from"), rapid.Float64Range(1, 5e5).Draw(t, "to"),
			time.Duration(rapid.Int64Range(0, 1e10).Draw(t, "over")), arrivals, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		far := rapid.Int64Range(0, 1<<40).Draw(t, "far")
		if at := s.From(far).Next(); at != s.At(far) {
			t.Fatalf("request %d: a cursor from there says %s, At says %s", far, at, s.At(far))
		}
		cursor, last := s.Cursor(), time.Duration(0)
		for k := range int64(300) {
			at := cursor.Next()
			if at != s.At(k) {
				t.Fatalf("request %d: the cursor says %s, At says %s", k, at, s.At(k))
			}
			if at < last {
				t.Fatalf("request %d starts at %s, before %s", k, at, last)
			}
			last = at
		}
	})
}

// However long a load lasts, its schedule takes no more memory.
func TestWalkingAllocatesNothing(t *testing.T) {
	for _, arrivals := range []record.Arrivals{record.Constant, record.Poisson} {
		cursor := mustNew(t, 20_000, arrivals, 1).Cursor()
		allocated := testing.AllocsPerRun(10, func() {
			for range 10_000 {
				cursor.Next()
			}
		})
		if allocated != 0 {
			t.Errorf("%s: %v allocations in 10,000 arrivals", arrivals, allocated)
		}
	}
}

func TestSameSeedSameArrivals(t *testing.T) {
	one, two := mustNew(t, 1000, record.Poisson, 3), mustNew(t, 1000, record.Poisson, 3)
	other := mustNew(t, 1000, record.Poisson, 4)
	if !slices.Equal(before(one, time.Second), before(two, time.Second)) {
		t.Error("one seed gave two schedules")
	}
	if slices.Equal(before(one, time.Second), before(other, time.Second)) {
		t.Error("two seeds gave one schedule")
	}
}

// No second holds more than the rate, wherever it begins.
func TestNoBurstInConstant(t *testing.T) {
	for _, rate := range []float64{1, 7, 50, 333.3, 1000} {
		starts := before(mustNew(t, rate, record.Constant, 0), 20*time.Second)
		most := int(math.Ceil(rate))
		for k := 0; k+most < len(starts); k++ {
			if gap := starts[k+most] - starts[k]; gap < time.Second-time.Nanosecond {
				t.Fatalf("%v/s: %d arrivals within %s from request %d", rate, most+1, gap, k)
			}
		}
	}
}

func TestRampFromZeroIsFinite(t *testing.T) {
	s := mustRamp(t, 0, 100, 10*time.Second, record.Constant)
	starts := before(s, 20*time.Second)
	// Half of 100/s for 10 s, then all of it.
	if len(starts) != 1500 {
		t.Errorf("%d arrivals, want 1500", len(starts))
	}
	var perSecond [20]int
	for _, at := range starts {
		perSecond[at/time.Second]++
	}
	for i, n := range perSecond {
		want := min(5+10*i, 100)
		if n < want-1 || n > want+1 {
			t.Errorf("second %d has %d arrivals, want %d", i, n, want)
		}
	}
}

func TestRampToZeroEnds(t *testing.T) {
	starts := before(mustRamp(t, 100, 0, 10*time.Second, record.Constant), time.Hour)
	if len(starts) != 500 {
		t.Errorf("%d arrivals, want 500", len(starts))
	}
	if last := starts[len(starts)-1]; last > 10*time.Second {
		t.Errorf("an arrival at %s, after the ramp ended", last)
	}
}

func TestRateAndExpected(t *testing.T) {
	s := mustRamp(t, 0, 100, 10*time.Second, record.Poisson)
	for at, want := range map[time.Duration][2]float64{
		0: {0, 0}, 5 * time.Second: {50, 125}, 10 * time.Second: {100, 500}, 20 * time.Second: {100, 1500},
	} {
		if s.Rate(at) != want[0] || s.Expected(at) != want[1] {
			t.Errorf("at %s: rate %v and %v expected, want %v", at, s.Rate(at), s.Expected(at), want)
		}
	}
}

// Constant parts take turns: together they are the whole.
func TestSplitConstant(t *testing.T) {
	whole := mustNew(t, 300, record.Constant, 0)
	var together []time.Duration
	for _, part := range whole.Split(3) {
		together = append(together, before(part, time.Second)...)
	}
	slices.Sort(together)
	if want := before(whole, time.Second); !slices.Equal(together, want) {
		t.Errorf("three parts have %d arrivals, the whole %d, or other times", len(together), len(want))
	}
}

func TestBadSchedulesAreRefused(t *testing.T) {
	for name, make := range map[string]func() (*schedule.Schedule, error){
		"no rate":  func() (*schedule.Schedule, error) { return schedule.New(record.OpenLoad(0, record.Poisson), 1) },
		"negative": func() (*schedule.Schedule, error) { return schedule.New(record.OpenLoad(-1, record.Poisson), 1) },
		"NaN": func() (*schedule.Schedule, error) {
			return schedule.New(record.OpenLoad(math.NaN(), record.Poisson), 1)
		},
		"infinite": func() (*schedule.Schedule, error) {
			return schedule.New(record.OpenLoad(math.Inf(1), record.Poisson), 1)
		},
		"no shape":      func() (*schedule.Schedule, error) { return schedule.New(record.OpenLoad(1, ""), 1) },
		"backward ramp": func() (*schedule.Schedule, error) { return schedule.Ramp(1, 2, -1, record.Constant, 1) },
	} {
		if s, err := make(); err == nil {
			t.Errorf("%s: got a schedule that starts at %s", name, s.At(0))
		}
	}
}

func BenchmarkCursor(b *testing.B) {
	for _, arrivals := range []record.Arrivals{record.Constant, record.Poisson} {
		b.Run(string(arrivals), func(b *testing.B) {
			cursor := mustNew(b, 500_000, arrivals, 1).Cursor()
			for b.Loop() {
				cursor.Next()
			}
		})
	}
}

func BenchmarkAt(b *testing.B) {
	s := mustNew(b, 500_000, record.Poisson, 1)
	for k := int64(0); b.Loop(); k++ {
		s.At(k * 7919)
	}
}
