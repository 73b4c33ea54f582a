package knee_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"loadline/analyze/knee"
	"loadline/analyze/queueing"
	"loadline/analyze/usl"
	"loadline/attack/record"
)

// Properties are tried on the same examples every time, unless -rapid.seed says otherwise.
func init() { _ = flag.Set("rapid.seed", "1") }

// law is throughput per second at a concurrency, with its true maximum and knee.
type law struct {
	name      string
	rate      func(n float64) float64
	max, knee float64
}

// newLaw finds the maximum and the knee on the rising side of the law.
func newLaw(name string, rate func(n float64) float64, peak float64) law {
	l := law{name: name, rate: rate, max: rate(peak)}
	low, high := 0.0, peak
	for range 60 {
		if middle := (low + high) / 2; rate(middle) < (1-knee.Tolerance)*l.max {
			low = middle
		} else {
			high = middle
		}
	}
	l.knee = max(high, 1)
	return l
}

// sharp is min(N·x, X): constant service times.
func sharp(servers int, service time.Duration) law {
	each := 1 / service.Seconds()
	return newLaw("constant times", func(n float64) float64 { return each * min(n, float64(servers)) }, float64(servers))
}

// network is M/M/c with a round trip, exact, linear between whole concurrencies.
func network(t *testing.T, servers int, service, rtt time.Duration) law {
	const most = 500
	rates := make([]float64, most+1)
	for n := 1; n <= most; n++ {
		var err error
		if rates[n], err = queueing.Closed(servers, service, rtt, n); err != nil {
			t.Fatal(err)
		}
	}
	return newLaw("M/M/c and a network", func(n float64) float64 {
		whole := min(int(n), most-1)
		return rates[whole] + (n-float64(whole))*(rates[whole+1]-rates[whole])
	}, most)
}

func scalability(sigma, kappa float64) law {
	u := usl.Law{Lambda: 100, Sigma: sigma, Kappa: kappa}
	return newLaw("scalability law", u.Rate, u.Peak())
}

// sweep measures the levels from 1 to 2.2 knees, up and down, with counts whose
// variance is dispersion times their mean.
func (l law) sweep(run int, dispersion float64) []record.Step {
	var levels []int
	for _, part := range []float64{0, 0.2, 0.4, 0.6, 0.8, 1, 1.3, 1.7, 2.2} {
		n := max(int(math.Round(part*l.knee)), 1)
		if len(levels) == 0 || n > levels[len(levels)-1] {
			levels = append(levels, n)
		}
	}
	return l.levels(run, dispersion, levels...)
}

// levels measures the concurrencies twice, up and down.
func (l law) levels(run int, dispersion float64, concurrencies ...int) (steps []record.Step) {
	random := rand.New(rand.NewPCG(uint64(run), 5))
	last := 2*len(concurrencies) - 1
	for i := range last + 1 {
		n := concurrencies[min(i, last-i)]
		steps = append(steps, l.step(random, n, 20, time.Duration(i)*2*time.Second, dispersion))
	}
	return steps
}

// step is so many windows of 100 ms at a concurrency.
func (l law) step(random *rand.Rand, n, windows int, start time.Duration, dispersion float64) record.Step {
	const length = 100 * time.Millisecond
	mean := l.rate(float64(n)) * length.Seconds()
	ok := make([]int64, windows)
	for i := range ok {
		ok[i] = int64(max(math.Floor(mean+math.Sqrt(dispersion*mean)*random.NormFloat64()+random.Float64()), 0))
	}
	return record.Step{
		Phase: record.Refine, Load: record.ClosedLoad(n),
		Start: record.Span(start), Duration: record.Span(time.Duration(windows) * length),
		Windows: &record.Windows{Length: record.Span(length), OK: ok},
	}
}

func holds(e record.Estimate, truth float64) bool { return e.Low <= truth && truth <= e.High }
