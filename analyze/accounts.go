package analyze

import (
	"fmt"
	"math"
	"time"

	"loadline/attack/record"
)

// accounts checks Little's law on the closed steps: what is in flight is the
// rate times the time that each takes. Where they differ, the generator
// counts wrongly or was stalled.
func (e *evidence) accounts() *record.Finding {
	const off, visits = 0.05, 2
	wrong, example := 0, ""
	for i := range e.steps {
		s := &e.steps[i]
		n, law, ok := littlesLaw(s)
		if ok && math.Abs(law/n-1) > off {
			wrong++
			example = fmt.Sprintf("at %s, %.3g were in flight on average, and rate times response time is %.3g", s.Load, n, law)
		}
	}
	if wrong <= visits {
		return nil
	}
	return finding(LittlesLaw, record.Warn, "The generator's accounts do not add up: in flight is not rate times time.", example)
}

// littlesLaw is what was in flight and what the law makes of it; false where a
// step has too little, or other things in flight than what succeeded.
func littlesLaw(s *record.Step) (n, law float64, ok bool) {
	const enough = 500
	q := s.Service.OK
	if s.Load.Model != record.Closed || s.Limited() || s.Goodput == nil || s.InFlight.Mean == nil ||
		q == nil || q.Mean == nil || s.Counts.OK < enough || s.Counts.OK != s.Counts.Total() || *s.InFlight.Mean <= 0 {
		return 0, 0, false
	}
	if q.Mean.Seconds() > 0.05*s.Measured().Seconds() { // the ends weigh too much
		return 0, 0, false
	}
	return *s.InFlight.Mean, s.Goodput.Value * q.Mean.Seconds(), true
}

// short is d with three digits, as tables show it: "2.13s", "2.25ms".
func short(s record.Span) string {
	d, digit := s.Std(), time.Duration(1)
	for d >= 1000*digit {
		digit *= 10
	}
	return d.Round(digit).String()
}

// lateness says that requests below the maximum were sent late: p99 of the
// lag above a millisecond and a twentieth of the lone service time.
func (e *evidence) lateness() *record.Finding {
	bound := max(0.001, 0.05*lone(e.steps).Seconds())
	for i := range e.steps {
		s := &e.steps[i]
		if s.Load.Model != record.Open || s.Phase == record.Overload || s.Limited() || s.Lag == nil || s.Lag.P99 == nil || s.Stopped != "" {
			continue
		}
		if p99 := s.Lag.P99.Seconds(); p99 > bound {
			return finding(Lagging, record.Info, "Some requests were sent late; response times count from when they were due.",
				fmt.Sprintf("at %s the p99 of the lag was %s", s.Load, short(*s.Lag.P99)))
		}
	}
	return nil
}
