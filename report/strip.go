package report

import (
	"math"

	"loadline/attack/record"
	"loadline/report/units"
)

// Strip is how one step went over its time: a value a window. In the open
// model a queue shows in what is in flight; in the closed model that is fixed,
// and a service that changes shows in what it answers.
type Strip struct {
	Step     int // from 1
	Load     string
	Quantity string // "in flight" or "answers"
	Unit     units.Unit
	Window   float64   // seconds
	Values   []float64 // by window; 0 or more
	Verdict  string    // "steady", "queue growing", …
}

func strips(steps []numbered) []Strip {
	var out []Strip
	for _, s := range steps {
		if s.Windows == nil || s.Windows.Length <= 0 || len(s.Windows.InFlight) == 0 {
			continue
		}
		out = append(out, stripOf(s))
	}
	return out
}

func stripOf(s numbered) Strip {
	strip := Strip{Step: s.n, Load: loadName(s.Load), Window: s.Windows.Length.Seconds()}
	if s.Load.Model == record.Closed {
		strip.Quantity, strip.Unit = "answers", units.PerSecond
		for _, n := range s.Windows.OK {
			strip.Values = append(strip.Values, max(0, float64(n)/strip.Window))
		}
		strip.Verdict = closedTrend(strip)
		return strip
	}
	strip.Quantity, strip.Unit = "in flight", units.Whole
	for _, v := range s.Windows.InFlight {
		if !usable(v) {
			v = 0
		}
		strip.Values = append(strip.Values, max(0, v))
	}
	strip.Verdict = openTrend(strip)
	return strip
}

// fewest windows show a trend: two in every third.
const fewest = 6

// openTrend compares the first third of a step with its last.
func openTrend(strip Strip) string {
	first, last := thirds(strip.Values)
	switch {
	case len(strip.Values) < fewest:
		return "too short to tell"
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
	if len(strip.Values) < fewest {
		return "too short to tell"
	}
	first, last := thirds(strip.Values)
	seconds := strip.Window * float64(len(strip.Values)/3)
	noise := 3 * math.Sqrt((first+last)*seconds) / seconds
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

// First is the first window's value in words.
func (s Strip) First() string { return s.word(0) }

// Last is the last window's.
func (s Strip) Last() string { return s.word(len(s.Values) - 1) }

// Most is the largest of all.
func (s Strip) Most() string { return s.Unit.Format(s.Top()) }

// Top is the largest value; 0 where there is none.
func (s Strip) Top() float64 {
	top := 0.0
	for _, v := range s.Values {
		top = max(top, v)
	}
	return top
}

func (s Strip) word(i int) string {
	if i < 0 || i >= len(s.Values) {
		return units.Missing
	}
	return s.Unit.Format(s.Values[i])
}
