package reporttest

import (
	"container/heap"
	"math/rand/v2"
	"time"

	"loadline/attack/record"
)

// station is a small service in virtual time: so many servers, one queue.
type station struct {
	servers  int
	service  time.Duration
	spread   float64       // share of exponential time in a service time, 0-1
	patience time.Duration // sheds what would wait longer; 0: never
	timeout  time.Duration // of the client
	collapse float64       // how much slower per request that waits
	random   *rand.Rand
}

// visit is one request on its way.
type visit struct {
	sent, done time.Duration
	outcome    record.Outcome
}

// pending are the visits that have not ended, the next to end first.
type pending []visit

func (p pending) Len() int           { return len(p) }
func (p pending) Less(i, j int) bool { return p[i].done < p[j].done }
func (p pending) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *pending) Push(x any)        { *p = append(*p, x.(visit)) }
func (p *pending) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

// measure runs one trial against the idle station.
func (s *station) measure(trial record.Trial) record.Step {
	free := make([]time.Duration, s.servers)
	var under pending
	var ended []visit
	send := func(now time.Duration) { heap.Push(&under, s.visit(now, free, len(under))) }
	finish := func() visit {
		v := heap.Pop(&under).(visit)
		ended = append(ended, v)
		return v
	}
	if trial.Load.Model == record.Open {
		for now := s.gap(trial.Load); now < trial.Duration; now += s.gap(trial.Load) {
			for len(under) > 0 && under[0].done <= now {
				finish()
			}
			send(now)
		}
	} else {
		for range trial.Load.Concurrency {
			send(0)
		}
		for under[0].done < trial.Duration {
			send(finish().done)
		}
	}
	for len(under) > 0 {
		finish()
	}
	return stepOf(trial, ended)
}

func (s *station) gap(l record.Load) time.Duration {
	return time.Duration(s.random.ExpFloat64() / l.RateRPS * float64(time.Second))
}

// visit serves a request at the first free server.
func (s *station) visit(now time.Duration, free []time.Duration, waiting int) visit {
	first := 0
	for i := range free {
		if free[i] < free[first] {
			first = i
		}
	}
	start := max(now, free[first])
	if s.patience > 0 && start-now > s.patience {
		return visit{now, now + 500*time.Microsecond, record.Shed}
	}
	free[first] = start + s.length(waiting)
	if s.timeout > 0 && free[first]-now > s.timeout {
		return visit{now, now + s.timeout, record.Timeout}
	}
	return visit{now, free[first], record.OK}
}

func (s *station) length(waiting int) time.Duration {
	scale := 1 - s.spread + s.spread*s.random.ExpFloat64()
	scale *= 1 + s.collapse*float64(max(0, waiting-s.servers))
	return time.Duration(float64(s.service) * scale)
}
