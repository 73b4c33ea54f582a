package analyze

import (
	"fmt"
	"math"

	"loadline/analyze/knee"
	"loadline/analyze/steady"
	"loadline/attack/record"
)

// steadiness is whether the service was the same service throughout.
type steadiness struct {
	trend   *record.Estimate // relative change of the capacity per second
	span    float64          // seconds over which it was seen
	scatter float64          // relative deviation beyond what counting explains
	noisy   bool             // scatter is no chance
	growth  growth
}

const (
	assured  = 0.99       // confidence of the trend
	drift    = 0.018 / 60 // relative change per second that is worth saying
	doubtful = 0.003 / 60 // relative change per second that chance may have made
	moved    = 0.03       // relative change over the run that is
	adrift   = 0.25       // relative change over the run that leaves no number
	noise    = 0.035      // relative deviation that is
	spell    = 2.5        // seconds over which it is looked for
)

// steadinessOf compares every level with itself at other times.
func steadinessOf(steps []record.Step, c *knee.Curve) (s steadiness) {
	if c == nil {
		return s
	}
	s.growth = grown(steps, c)
	evidence := closed(steps)
	parts := steady.Batches(repeated(evidence), 48)
	s.trend = steady.Trend(parts, assured)
	first, last := math.Inf(1), math.Inf(-1)
	for _, b := range parts {
		first, last = min(first, b.Middle), max(last, b.Middle)
	}
	s.span = max(last-first, 0)
	grain := c.Knee.Value / c.Max.Value
	s.scatter, s.noisy = steady.Scatter(near(repeated(evidence), c), spell, grain, max(c.Dispersion, spread(steps, c)))
	return s
}

// repeated is the goodput of the closed steps, grouped by concurrency.
func repeated(steps []record.Step) (out []steady.Series) {
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Closed || s.Limited() || s.Windows == nil || s.Windows.Length <= 0 || len(s.Windows.OK) == 0 {
			continue
		}
		series := knee.SeriesOf(s)
		series.Group = s.Load.Concurrency
		out = append(out, series)
	}
	return out
}

// near is the series about the knee and beyond.
func near(all []steady.Series, c *knee.Curve) (out []steady.Series) {
	for _, s := range all {
		if float64(s.Group) >= 0.7*c.Knee.Value {
			out = append(out, s)
		}
	}
	return out
}

// spread is the square of the service times' coefficient of variation, from
// the steps below the knee, where nothing waits: over long times the
// completions of busy stations scatter by that, over short ones by less.
func spread(steps []record.Step, c *knee.Curve) (most float64) {
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Closed || float64(s.Load.Concurrency) > 0.7*c.Knee.Value || len(s.Distribution) == 0 {
			continue
		}
		if n, mean, square := sample(s.Distribution); n >= 100 {
			most = max(most, square/(mean*mean)-1)
		}
	}
	return most
}

// sample is the size, mean and mean square in seconds of bucketed times.
func sample(buckets []record.Bucket) (n, mean, square float64) {
	for _, b := range buckets {
		n += float64(b.Count)
		mean += float64(b.Count) * b.Upper.Seconds()
		square += float64(b.Count) * b.Upper.Seconds() * b.Upper.Seconds()
	}
	return n, mean / max(n, 1), square / max(n, 1)
}

// GettingFaster says that the service still gets faster: its capacity rose
// while the levels around the knee were measured, beyond doubt.
func GettingFaster(steps []record.Step) bool {
	return steadinessOf(steps, Curve(steps)).change() > moved
}

// ClearlySteady says that a change of the capacity would have been seen.
func ClearlySteady(steps []record.Step) bool {
	const seen = 0.025 / 60 // relative change per second
	t := steadinessOf(steps, Curve(steps)).trend
	return t != nil && (t.High-t.Low)/2 < seen
}

// verdict is Drifting, NoSteadyState or Noisy; "" where the service was steady.
func (s steadiness) verdict() string {
	change := s.change()
	switch {
	case s.growth.before > 0, math.Abs(change) > adrift:
		return NoSteadyState
	case math.Abs(change) > moved:
		return Drifting
	case s.noisy && s.scatter > noise:
		return Noisy
	}
	return ""
}

// change is how much the capacity changed over the run, as a share; 0 unless
// that is beyond doubt and fast enough to be worth saying.
func (s steadiness) change() float64 {
	t := s.trend
	if t == nil || math.Abs(t.Value) < drift || t.Low < doubtful && t.High > -doubtful {
		return 0
	}
	return t.Value * s.span
}

// evidence is what the verdict rests on, in words.
func (s steadiness) evidence() string {
	if s.growth.before > 0 {
		return s.growth.String()
	}
	if v := s.verdict(); v == Drifting || v == NoSteadyState {
		return fmt.Sprintf("at the same concurrency the throughput changed by %+.1f %% a minute (99 %% interval %+.1f to %+.1f %%)",
			6000*s.trend.Value, 6000*s.trend.Low, 6000*s.trend.High)
	}
	return fmt.Sprintf("at the same concurrency the throughput of %.1f s deviated by %.1f %%, beyond what chance explains", spell, 100*s.scatter)
}
