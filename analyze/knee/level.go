package knee

import (
	"cmp"
	"math"
	"slices"

	"loadline/analyze/steady"
	"loadline/attack/record"
)

// Level is everything that was measured at one concurrency.
type Level struct {
	Concurrency float64
	InFlight    float64 // mean in flight: below Concurrency where refused clients paused
	Rate        float64 // goodput per second
	Error       float64 // standard error of Rate
	Seconds     float64 // measured
	series      []steady.Series
}

// Levels groups the closed steps by concurrency, ascending. Steps that the generator
// spoiled and steps without a whole window are no evidence of capacity.
// dispersion is the index that their standard errors rest on.
func Levels(steps []record.Step) (levels []Level, dispersion float64) {
	by := map[int]*Level{}
	for i := range steps {
		s := &steps[i]
		if !usable(s) {
			continue
		}
		l := by[s.Load.Concurrency]
		if l == nil {
			l = &Level{Concurrency: float64(s.Load.Concurrency)}
			by[s.Load.Concurrency] = l
		}
		l.add(s)
	}
	for _, l := range by {
		l.Rate /= l.Seconds
		l.InFlight /= l.Seconds
		levels = append(levels, *l)
	}
	slices.SortFunc(levels, func(a, b Level) int { return cmp.Compare(a.Concurrency, b.Concurrency) })
	return levels, errorsOf(levels)
}

func usable(s *record.Step) bool {
	return s.Load.Model == record.Closed && s.Load.Concurrency > 0 && !s.Limited() &&
		s.Windows != nil && len(s.Windows.OK) > 0 && s.Windows.Length > 0
}

// add pools a step into the level; Rate and InFlight are totals until divided.
func (l *Level) add(s *record.Step) {
	series := SeriesOf(s)
	l.series = append(l.series, series)
	l.Seconds += series.Seconds()
	l.Rate += series.Total()
	l.InFlight += inFlight(s) * series.Seconds()
}

func inFlight(s *record.Step) float64 {
	if s.InFlight.Mean != nil {
		return *s.InFlight.Mean
	}
	return float64(s.Load.Concurrency)
}

// SeriesOf is the goodput of a step, window by window.
func SeriesOf(s *record.Step) steady.Series {
	counts := make([]float64, len(s.Windows.OK))
	for i, n := range s.Windows.OK {
		counts[i] = float64(n)
	}
	return steady.Series{
		Counts: counts, Length: s.Windows.Length.Seconds(),
		Start: (s.Start + s.Warmup).Seconds(),
	}
}

// errorsOf fills in the standard errors and returns the index of dispersion:
// the variance of counts over their mean. A level's own few windows say little
// of it, so it is pooled over all levels; it depends on the load far less. Only a
// level that swings between two states, far beyond the others, is judged by its own.
func errorsOf(levels []Level) (index float64) {
	const least = 0.1 // of the median, so that nothing is measured against zero
	own, freedom := make([]float64, len(levels)), make([]float64, len(levels))
	for i := range levels {
		own[i], freedom[i] = levels[i].dispersion()
	}
	usual := max(median(own), least)
	index = pooledIndex(own, freedom, swings*usual)
	for i := range levels {
		l, at := &levels[i], index
		if own[i] > swings*usual {
			at = own[i]
		}
		l.Error = math.Sqrt(at*max(l.Rate, 1/l.Seconds)/l.Seconds) + 0.5/l.Seconds
	}
	return index
}

// swings is how many times the usual index chance does not explain.
const swings = 3

// pooledIndex is the mean by degrees of freedom, of what is at most most each; 1 without any.
func pooledIndex(own, freedom []float64, most float64) float64 {
	sum, n := 0.0, 0.0
	for i := range own {
		sum, n = sum+freedom[i]*min(own[i], most), n+freedom[i]
	}
	if n == 0 {
		return 1
	}
	return sum / n
}

// dispersion is the level's own index, and the degrees of freedom it rests on.
func (l *Level) dispersion() (index, freedom float64) {
	const batches = 6 // a step
	sum, n := 0.0, 0.0
	for _, b := range steady.Batches(l.series, batches*len(l.series)) {
		if l.Rate > 0 {
			sum += b.Seconds * (b.Rate - l.Rate) * (b.Rate - l.Rate) / l.Rate
			n++
		}
	}
	if n < 2 {
		return 0, 0
	}
	return sum / (n - 1), n - 1
}

// median of values, 0 of none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
