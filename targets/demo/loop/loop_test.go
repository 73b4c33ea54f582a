package loop

import (
	"context"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// virtual is a loop in a bubble of virtual time, whose work is to wait.
func virtual(t *testing.T) *Loop {
	t.Helper()
	l := New(time.Millisecond, 500*time.Millisecond)
	l.Work = time.Sleep
	return l
}

// run runs the loop until the test's function returns.
func run(t *testing.T, l *Loop, test func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { l.Run(ctx) })
	test()
	cancel()
	group.Wait()
}

func TestOneRequestTakesItsSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := virtual(t)
		run(t, l, func() {
			start := time.Now()
			if v := l.Do(5, Always); v != Done || time.Since(start) != 5*time.Millisecond {
				t.Errorf("verdict %d after %v", v, time.Since(start))
			}
		})
	})
}

// Requests take turns, a step at a time: of one, two and three steps, the
// first is done within turn 1, the second within turn 2, the third after all six.
func TestStepsOfRequestsInterleave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := virtual(t)
		start := time.Now()
		var ends [3]time.Duration
		var group sync.WaitGroup
		for i := range ends {
			group.Go(func() {
				l.Do(i+1, Always)
				ends[i] = time.Since(start)
			})
		}
		synctest.Wait() // all three are in the inbox, in whatever order
		run(t, l, group.Wait)
		const ms = time.Millisecond
		if ends[0] > 3*ms || ends[1] < 4*ms || ends[1] > 5*ms || ends[2] != 6*ms {
			t.Errorf("done after %v", ends)
		}
	})
}

// A turn lasts as many steps as there are requests in progress, and the timer
// is as late as the turn in which it is due ends.
func TestTheTimerIsLateUnderLoad(t *testing.T) {
	for n, want := range map[int]time.Duration{0: 0, 1: 0, 70: 60 * time.Millisecond, 900: 400 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			l := virtual(t)
			var late []time.Duration
			last := time.Now()
			l.Timer = func(now time.Time) {
				late = append(late, now.Sub(last)-l.Every)
				last = now
			}
			run(t, l, func() {
				for range n {
					go l.Do(5000/max(n, 1), Always) // five seconds of work
				}
				time.Sleep(4 * time.Second)
			})
			for _, got := range late[min(1, len(late)):] { // the requests come in during the first turn
				if off := got - want; off < 0 || off > 2*l.Step {
					t.Errorf("%d in progress: the timer is %v late, want %v", n, got, want)
				}
			}
			if len(late) < 3 {
				t.Errorf("%d in progress: the timer fired %d times", n, len(late))
			}
		})
	}
}

func TestRefusedAndHealthyTakeNoStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := virtual(t)
		run(t, l, func() {
			start := time.Now()
			if v := l.Do(5, func(int) bool { return false }); v != Refused {
				t.Errorf("verdict %d", v)
			}
			if v := l.Do(0, Always); v != Done || time.Since(start) != 0 {
				t.Errorf("verdict %d after %v", v, time.Since(start))
			}
		})
	})
}

// Whatever is in progress or waits when the loop ends, ends with it, within a step.
func TestEndsUnderLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := virtual(t)
		verdicts := make(chan Verdict, 1000)
		var end time.Time
		run(t, l, func() {
			for range 1000 {
				go func() { verdicts <- l.Do(5, Always) }()
			}
			time.Sleep(10 * time.Millisecond)
			end = time.Now()
		})
		if late := time.Since(end); late > l.Step {
			t.Errorf("ended %v late", late)
		}
		for range 1000 {
			if v := <-verdicts; v != Ended {
				t.Errorf("verdict %d", v)
			}
		}
		if v := l.Do(1, Always); v != Ended {
			t.Errorf("after the end: verdict %d", v)
		}
	})
}

// Whatever interrupts the steps, so many take so long; being idle earns nothing.
func TestSpinnerKeepsItsCapacity(t *testing.T) {
	now, calls := time.Unix(0, 0), 0
	pause := map[int]time.Duration{300: 7 * time.Millisecond, 700: 20 * time.Millisecond}
	s := &spinner{now: func() time.Time {
		calls++
		now = now.Add(10*time.Microsecond + pause[calls])
		return now
	}}
	for range 5 {
		now = now.Add(50 * time.Millisecond)
		s.idle()
		start := now
		for range 40 {
			s.spin(time.Millisecond)
			now = now.Add(50 * time.Microsecond) // between the steps
		}
		if took := now.Sub(start); took < 40*time.Millisecond || took > 41*time.Millisecond {
			t.Errorf("40 steps of 1 ms take %v", took)
		}
	}
	now = now.Add(time.Hour) // the machine slept, the loop had work
	s.spin(time.Millisecond)
	if behind := now.Sub(s.end); behind > mostBehind {
		t.Errorf("an hour's pause is worth %v", behind)
	}
}

// The gate lets in as many as a backlog holds, and asks for the next turn.
func TestGate(t *testing.T) {
	inner := &endless{}
	woken := make(chan struct{}, 1)
	g := NewGate(inner, func() { woken <- struct{}{} })
	accepted := make(chan error)
	go func() {
		for {
			_, err := g.Accept()
			accepted <- err
			if err != nil {
				return
			}
		}
	}()
	for range 3 {
		<-woken
		select {
		case <-accepted:
			t.Fatal("accepted at a closed gate")
		default:
		}
		g.Open()
		for range Backlog + 1 {
			if err := <-accepted; err != nil {
				t.Fatal(err)
			}
		}
	}
	<-woken
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	if err := <-accepted; err != net.ErrClosed {
		t.Error(err)
	}
}

// endless is a listener that always has another connection.
type endless struct {
	net.Listener
	mu     sync.Mutex
	closed bool
}

func (e *endless) Accept() (net.Conn, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, net.ErrClosed
	}
	return nil, nil
}

func (e *endless) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	return nil
}
