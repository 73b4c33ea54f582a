package reporttest

import (
	"container/heap"
	"math/rand/v2"
	"time"

	"loadline/attack/record"
	"loadline/attack/record/tally"
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
	done    time.Duration
	request tally.Request
}

type visits []visit

func (v visits) Len() int           { return len(v) }
func (v visits) Less(i, j int) bool { return v[i].done < v[j].done }
func (v visits) Swap(i, j int)      { v[i], v[j] = v[j], v[i] }
func (v *visits) Push(x any)        { *v = append(*v, x.(visit)) }
func (v *visits) Pop() any {
	last := (*v)[len(*v)-1]
	*v = (*v)[:len(*v)-1]
	return last
}

// measure runs one trial against the idle station.
func (s *station) measure(trial record.Trial) record.Step {
	book := tally.New(trial)
	shard := book.Shard()
	free := make([]time.Duration, s.servers)
	var pending visits
	finish := func(until time.Duration) time.Duration {
		last := until
		for len(pending) > 0 && pending[0].done <= until {
			v := heap.Pop(&pending).(visit)
			shard.Finish(&v.request)
			last = v.done
		}
		return last
	}
	send := func(now time.Duration) {
		shard.Begin(now)
		heap.Push(&pending, s.visit(now, free, len(pending)))
	}
	if trial.Load.Model == record.Open {
		for now := s.gap(trial.Load); now < trial.Duration; now += s.gap(trial.Load) {
			finish(now)
			send(now)
		}
	} else {
		for range trial.Load.Concurrency {
			send(0)
		}
		for len(pending) > 0 && pending[0].done < trial.Duration {
			send(finish(pending[0].done))
		}
	}
	finish(time.Hour)
	return book.Step(trial.Duration)
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
		return ended(now, now+500*time.Microsecond, record.Shed, 503)
	}
	free[first] = start + s.length(waiting)
	if s.timeout > 0 && free[first]-now > s.timeout {
		v := ended(now, now+s.timeout, record.Timeout, 0)
		v.request.Class, v.request.Example = "timeout", "no answer within "+s.timeout.String()
		return v
	}
	return ended(now, free[first], record.OK, 200)
}

func (s *station) length(waiting int) time.Duration {
	scale := 1 - s.spread + s.spread*s.random.ExpFloat64()
	scale *= 1 + s.collapse*float64(max(0, waiting-s.servers))
	return time.Duration(float64(s.service) * scale)
}

func ended(now, done time.Duration, outcome record.Outcome, status int) visit {
	return visit{done: done, request: tally.Request{Intended: now, Sent: now + 60*time.Microsecond, Done: done, Outcome: outcome, Status: status}}
}
