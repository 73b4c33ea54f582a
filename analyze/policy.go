package analyze

import (
	"fmt"
	"math"

	"loadline/analyze/knee"
	"loadline/analyze/steady"
	"loadline/attack/record"
)

// policy is why a rate limit was met and not the service's capacity, "" where
// there is no sign of one. A service that sheds because it is full sheds
// whenever, and only when, much is in flight, and goes on serving what it can;
// a limiter counts requests, whatever the service could do.
func (e *evidence) policy() string {
	before := untilOverload(e.steps)
	for _, sign := range []func([]record.Step) string{lonelyRefusals, forgetful, idle, bursts, starved, regular} {
		if why := sign(before); why != "" {
			return why
		}
	}
	return ""
}

// untilOverload is the steps before the first that overloads on purpose:
// afterwards the service may have its own reasons.
func untilOverload(steps []record.Step) []record.Step {
	for i := range steps {
		if steps[i].Phase == record.Overload {
			return steps[:i]
		}
	}
	return steps
}

// refusals is the share of a step's requests that were shed.
func refusals(s *record.Step) float64 { return s.Counts.Share(s.Counts.Shed) }

// lonelyRefusals: no service is full with one request at a time.
func lonelyRefusals(steps []record.Step) string {
	for i := range steps {
		s := &steps[i]
		if s.Load.Model == record.Closed && s.Load.Concurrency == 1 && refusals(s) > shedding {
			return fmt.Sprintf("one request at a time was refused, %d of %d", s.Counts.Shed, s.Counts.Total())
		}
	}
	return ""
}

// forgetful: the same number in flight that passed before is refused now, and
// far less gets through, though what does is no slower.
func forgetful(steps []record.Step) string {
	const less, slower = 0.85, 1.3
	clean := map[int]*record.Step{}
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Closed || s.Goodput == nil || s.Limited() {
			continue
		}
		n := s.Load.Concurrency
		if s.Counts.Shed == 0 {
			if s.Counts.OK >= 20 {
				clean[n] = s
			}
			continue
		}
		before := clean[n]
		if before != nil && s.Goodput.Value < less*before.Goodput.Value && median(s) <= slower*median(before) {
			return fmt.Sprintf("%d in flight passed at %.4g/s; later some were refused and %.4g/s passed, no slower", n, before.Goodput.Value, s.Goodput.Value)
		}
	}
	return ""
}

// median is the service time's, in seconds; 0 where nothing succeeded.
func median(s *record.Step) float64 {
	if q := s.Service.OK; q != nil && q.P50 != nil {
		return q.P50.Seconds()
	}
	return 0
}

// idle: requests are refused while the service has far less in flight than it
// took without refusing any.
func idle(steps []record.Step) string {
	const share = 0.5
	most := 0.0
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Closed || s.Goodput == nil || s.Limited() || s.InFlight.Mean == nil {
			continue
		}
		if s.Counts.Shed == 0 && s.Counts.OK >= 50 {
			most = max(most, *s.InFlight.Mean)
		}
		if now := *s.InFlight.Mean; s.Counts.Shed > 0 && float64(s.Load.Concurrency) >= most && most >= 2 && now < share*most && median(s) <= 1.3*lone(steps).Seconds() {
			return fmt.Sprintf("at %s requests were refused while %.3g were in flight on average, and %.3g had passed before", s.Load, now, most)
		}
	}
	return ""
}

// bursts: within one step that was refused something, the service takes all
// that comes and then stands still.
func bursts(steps []record.Step) string {
	const still = 0.25 // of the windows
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Closed || s.Counts.Shed == 0 || s.Windows == nil || len(s.Windows.OK) < 8 {
			continue
		}
		none, total := 0, int64(0)
		for _, n := range s.Windows.OK {
			total += n
			if n == 0 {
				none++
			}
		}
		windows := len(s.Windows.OK)
		if float64(none) > still*float64(windows) && total > int64(5*windows) {
			return fmt.Sprintf("at %s %d requests passed in %d of %d parts of the time, and none in the others", s.Load, total, windows-none, windows)
		}
	}
	return ""
}

// starved: far fewer arrivals than had passed before are refused.
func starved(steps []record.Step) string {
	const many, less = 0.3, 0.7
	most := 0.0
	for i := range steps {
		s := &steps[i]
		if s.Goodput == nil || s.Limited() {
			continue
		}
		if s.Counts.Shed == 0 {
			most = max(most, s.Goodput.Value)
		}
		if s.Load.Model == record.Open && s.Load.RateRPS < less*most && refusals(s) > many {
			return fmt.Sprintf("%.0f %% of %s were refused, though %.4g/s had passed before", 100*refusals(s), s.Load, most)
		}
	}
	return ""
}

// regular: what passes is far more even than what the service itself does, and
// the same whatever is in flight.
func regular(steps []record.Step) string {
	const even, natural, alike = 0.15, 0.4, 0.03
	var own, limited []steady.Series
	low, high := math.Inf(1), 0.0
	levels := map[int]bool{}
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Closed || s.Windows == nil || s.Goodput == nil || s.Counts.OK < 100 {
			continue
		}
		series := knee.SeriesOf(s)
		series.Group = s.Load.Concurrency
		switch {
		case refusals(s) < 0.01:
			own = append(own, series)
		case refusals(s) > shedding:
			limited = append(limited, series)
			levels[s.Load.Concurrency] = true
			low, high = min(low, s.Goodput.Value), max(high, s.Goodput.Value)
		}
	}
	if len(levels) < 2 || len(own) == 0 || high > low*(1+alike) {
		return ""
	}
	if a, b := steady.Dispersion(limited), steady.Dispersion(own); a < even && b > natural {
		return fmt.Sprintf("%.4g/s pass whatever is in flight, more evenly than the service answers (index of dispersion %.2g, the service's own is %.2g)", high, a, b)
	}
	return ""
}
