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
	scatter float64          // relative deviation of long batches beyond what counting explains
	batches int
}

const (
	drift = 0.02 / 60 // relative change per second that is worth saying
	noise = 0.05      // relative deviation between batches
	long  = 2.5       // seconds of a batch for the scatter
	short = 0.25
)

// steadinessOf divides every closed step by what the curve has at its
// concurrency, so that all of them tell of one service's speed.
func steadinessOf(steps []record.Step, c *knee.Curve) steadiness {
	if c == nil {
		return steadiness{}
	}
	all := relative(closed(steps), c)
	parts := steady.Batches(all, 40)
	out := steadiness{trend: steady.Trend(parts, 0.99)}
	if len(parts) > 0 {
		out.span = parts[len(parts)-1].Middle - parts[0].Middle
	}
	counting := dispersion(all, short)
	total, n := steady.Scatter(all, long)
	out.scatter, out.batches = math.Sqrt(max(0, total*total-counting*counting*short/long)), n
	return out
}

func dispersion(all []steady.Series, length float64) float64 {
	scatter, _ := steady.Scatter(all, length)
	return scatter
}

// relative is the goodput of the closed steps over the fitted rate.
func relative(steps []record.Step, c *knee.Curve) (out []steady.Series) {
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Closed || s.Limited() || s.Windows == nil || s.Windows.Length <= 0 {
			continue
		}
		expected := c.At(float64(s.Load.Concurrency))
		if expected <= 0 {
			continue
		}
		series := knee.SeriesOf(s)
		for j := range series.Counts {
			series.Counts[j] /= expected
		}
		out = append(out, series)
	}
	return out
}

// verdict is "drifting", "noisy" or "".
func (s steadiness) verdict() string {
	switch t := s.trend; {
	case t != nil && (t.Low > drift || t.High < -drift) && math.Abs(t.Value)*s.span > 0.02:
		return "drifting"
	case s.batches >= 4 && s.scatter > noise:
		return "noisy"
	}
	return ""
}

// evidence is what shows the verdict, in words; "" where there is none.
func (s steadiness) evidence() string {
	switch s.verdict() {
	case "drifting":
		return fmt.Sprintf("throughput at the maximum changed by %+.1f %% a minute (%+.1f to %+.1f) over %.0f s",
			6000*s.trend.Value, 6000*s.trend.Low, 6000*s.trend.High, s.span)
	case "noisy":
		return fmt.Sprintf("throughput at the maximum varies by %.1f %% between %d stretches of time, beyond what chance explains",
			100*s.scatter, s.batches)
	}
	return ""
}
