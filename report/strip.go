package report

import (
	"math"
	"strconv"

	"loadline/attack/record"
)

// Strip is how one step went over its time: a value a window.
type Strip struct {
	Step     int // from 1
	Load     string
	Window   float64   // seconds
	InFlight []float64 // time average, by window
	Rate     []float64 // successful answers per second, by window
	Verdict  string    // "steady", "queue growing", …
}

func strips(steps []record.Step) []Strip {
	var out []Strip
	for _, s := range number(steps) {
		w := s.Windows
		if w == nil || w.Length <= 0 || len(w.InFlight) == 0 {
			continue
		}
		strip := Strip{Step: s.n, Load: loadName(s.Load), Window: w.Length.Seconds()}
		for i, v := range w.InFlight {
			if !usable(v) || v < 0 {
				v = 0
			}
			strip.InFlight = append(strip.InFlight, v)
			if i < len(w.OK) {
				strip.Rate = append(strip.Rate, float64(w.OK[i])/strip.Window)
			}
		}
		strip.Verdict = trend(s.Step, strip)
		out = append(out, strip)
	}
	return out
}

// fewest windows show a trend: two in every third.
const fewest = 6

// trend compares the first third of a step with its last. In the open model a
// queue shows in what is in flight; in the closed model that is fixed, and a
// service that changes shows in what it answers.
func trend(s *record.Step, strip Strip) string {
	if len(strip.InFlight) < fewest {
		return "too short to tell"
	}
	if s.Load.Model == record.Closed {
		return closedTrend(strip)
	}
	first, last := thirds(strip.InFlight)
	switch {
	case last > 1.5*first && last-first > 2:
		return "queue growing"
	case first > 1.5*last && first-last > 2:
		return "queue draining"
	}
	return "steady"
}

// closedTrend says that throughput moved where it did by a tenth and by more
// than three standard errors of so many counted answers.
func closedTrend(strip Strip) string {
	first, last := thirds(strip.Rate)
	counted := (first + last) * strip.Window * float64(len(strip.Rate)) / 3
	noise := 3 * math.Sqrt(counted) / (strip.Window * float64(len(strip.Rate)) / 3)
	switch change := last - first; {
	case math.Abs(change) < noise || math.Abs(change) < first/10:
		return "steady"
	case change > 0:
		return "speeding up"
	default:
		return "slowing down"
	}
}

// thirds are the means of the first and the last third.
func thirds(values []float64) (first, last float64) {
	n := len(values) / 3
	if n == 0 {
		return 0, 0
	}
	for i := range n {
		first += values[i] / float64(n)
		last += values[len(values)-1-i] / float64(n)
	}
	return first, last
}

// Name is the step and its load: "Step 4, 200/s".
func (s Strip) Name() string { return "Step " + strconv.Itoa(s.Step) + ", " + s.Load }
