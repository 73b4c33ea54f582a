package engine_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"loadline/attack/engine"
	"loadline/attack/record"
)

func arrivals(t testing.TB, rate float64, duration time.Duration, late engine.Late) *engine.Arrivals {
	t.Helper()
	a, err := engine.NewArrivals(record.Trial{Load: record.OpenLoad(rate, record.Constant), Duration: duration}, late)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// On time, an arrival may be sent when it is meant to.
func TestArrivalsOnTime(t *testing.T) {
	a := arrivals(t, 100, time.Second, engine.SendLate)
	now, n := time.Duration(0), 0
	for intended, due, more := a.Next(now); more; intended, due, more = a.Next(now) {
		if due != intended || a.Missed(intended, due) {
			t.Fatalf("arrival %d is meant for %s and due at %s", n, intended, due)
		}
		now = due + time.Millisecond // a little late, every time
		n++
	}
	if n != 100 {
		t.Errorf("%d arrivals, want 100", n)
	}
}

// A hiccup is made up for; the rest of a stall is caught up with slowly.
func TestArrivalsAfterAStall(t *testing.T) {
	const rate, stall = 1000, time.Second
	a := arrivals(t, rate, 60*time.Second, engine.SendLate)
	now := time.Duration(0)
	var sent []time.Duration
	for {
		_, due, more := a.Next(now)
		if !more {
			break
		}
		now = max(now, due)
		if now >= 2*time.Second && now < 2*time.Second+stall {
			now = 2*time.Second + stall // nothing moves
		}
		sent = append(sent, now)
	}
	if len(sent) != 60*rate {
		t.Fatalf("%d sent, want all %d", len(sent), 60*rate)
	}
	most := 0
	for i, j := 0, 0; j < len(sent); j++ {
		for sent[j]-sent[i] >= time.Second {
			i++
		}
		most = max(most, j-i+1)
	}
	if most < rate || most > rate*108/100 {
		t.Errorf("up to %d within a second of a schedule of %d", most, rate)
	}
	// 980 ms of backlog, a twentieth faster: caught up after some 20 s.
	if at := sent[30*rate]; at != 30*time.Second {
		t.Errorf("the arrival of 30s was sent at %s", at)
	}
	if at := sent[10*rate]; at == 10*time.Second {
		t.Error("the backlog was caught up with at once")
	}
}

func TestDropsWhatIsLate(t *testing.T) {
	a := arrivals(t, 1000, time.Second, engine.DropLate)
	intended, _, _ := a.Next(0)
	if a.Missed(intended, intended+engine.Hiccup) || !a.Missed(intended, intended+engine.Hiccup+1) {
		t.Error("a hiccup is forgiven, more is not")
	}
	if arrivals(t, 1, time.Hour, engine.SendLate).Missed(0, time.Hour) {
		t.Error("an arrival that is sent late is not missed")
	}
}

func TestRestIsDropped(t *testing.T) {
	a := arrivals(t, 100, 10*time.Second, engine.SendLate)
	for range 50 {
		a.Next(0)
	}
	var dropped []time.Duration
	a.Rest(time.Second, func(at time.Duration) { dropped = append(dropped, at) })
	if len(dropped) != 50 || dropped[0] != 500*time.Millisecond || dropped[49] != 990*time.Millisecond {
		t.Errorf("dropped %d from %v", len(dropped), dropped)
	}
}

// However the dispatcher stumbles, due times are in order, never before the
// schedule's, and every arrival comes once.
func TestArrivalsWhateverHappens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trial := record.Trial{
			Load: record.OpenLoad(rapid.Float64Range(1, 2000).Draw(t, "rate"), record.Poisson), Duration: time.Second,
			Seed: rapid.Uint64().Draw(t, "seed"),
		}
		stumbling, err := engine.NewArrivals(trial, engine.SendLate)
		if err != nil {
			t.Fatal(err)
		}
		straight, _ := engine.NewArrivals(trial, engine.SendLate)
		now, last := time.Duration(0), time.Duration(0)
		for {
			intended, due, more := stumbling.Next(now)
			want, _, wantMore := straight.Next(0)
			if more != wantMore || intended != want {
				t.Fatalf("arrival at %s, want %s", intended, want)
			}
			if !more {
				return
			}
			if due < intended || due < last {
				t.Fatalf("due at %s, meant for %s, the one before at %s", due, intended, last)
			}
			last, now = due, max(now, due)
			if rapid.IntRange(0, 20).Draw(t, "stumble") == 0 {
				now += time.Duration(rapid.Int64Range(0, 3e8).Draw(t, "by"))
			}
		}
	})
}
