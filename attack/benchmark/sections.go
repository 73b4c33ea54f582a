package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"loadline/attack/fast"
	"loadline/attack/vegeta"
)

// turns are the figures of one generator.
type turns struct {
	name    string
	figures []figure
}

func (t *turns) median(of func(*figure) float64) (median, spread float64) {
	values := make([]float64, 0, len(t.figures))
	for i := range t.figures {
		values = append(values, of(&t.figures[i]))
	}
	return medianOf(values)
}

// medianOf also gives the spread: the distance of the extremes as a share of the median.
func medianOf(values []float64) (median, spread float64) {
	slices.Sort(values)
	n := len(values)
	if n == 0 {
		return 0, 0
	}
	median = (values[(n-1)/2] + values[n/2]) / 2
	return median, (values[n-1] - values[0]) / median
}

// closed compares all generators at one number of connections.
func (b *bench) closed(ctx context.Context) error {
	ours := []string{fast.Name, vegeta.Name}
	all := make([]turns, len(ours)+len(b.peers))
	for range b.rounds {
		for i, engine := range ours {
			f, _, err := b.own(ctx, task{Engine: engine, Concurrency: b.concurrency, Duration: b.length})
			if err != nil {
				return err
			}
			all[i].name, all[i].figures = engine+" engine", append(all[i].figures, f)
		}
		for i := range b.peers {
			f, err := b.peers[i].load(ctx, b)
			if err != nil {
				return err
			}
			t := &all[len(ours)+i]
			t.name, t.figures = b.peers[i].name, append(t.figures, f)
		}
	}
	b.compare(all)
	return nil
}

func (b *bench) compare(all []turns) {
	cost := map[string]float64{}
	for i := range all {
		cost[all[i].name], _ = all[i].median((*figure).perCPU)
	}
	fmt.Printf("\nClosed model, %d connections, median of %d turns of %v\n", b.concurrency, b.rounds, b.length)
	fmt.Printf("%-18s %16s %8s %8s %12s %10s\n", "generator", "req/CPU-second", "spread", "x wrk", "req/s", "peak RSS")
	for i := range all {
		perCPU, spread := all[i].median((*figure).perCPU)
		rate, _ := all[i].median((*figure).rate)
		rss, _ := all[i].median(func(f *figure) float64 { return float64(f.rss) })
		fmt.Printf("%-18s %16.0f %7.0f%% %8s %12.0f %6.0f MiB\n", all[i].name, perCPU, 100*spread, ratio(perCPU, cost["wrk"]), rate, rss/(1<<20))
	}
	b.fastRate, _ = all[0].median((*figure).rate)
	goal("fast engine / wrk", cost["fast engine"]/cost["wrk"], 1.0)
	goal("fast engine / wrk, the aim", cost["fast engine"]/cost["wrk"], 1.3)
	goal("vegeta engine / vegeta's command", cost["vegeta engine"]/cost[vegetaCommand], 0.9)
}

func ratio(a, b float64) string {
	if b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", a/b)
}

// goal says whether a figure is at least what it should be.
func goal(what string, got, least float64) {
	verdict(got >= least, "%s: %.2f, wanted at least %.2f", what, got, least)
}

func verdict(met bool, format string, args ...any) {
	word := "MISSED"
	if met {
		word = "met   "
	}
	fmt.Printf("%s %s\n", word, fmt.Sprintf(format, args...))
}

// open offers half of the ceiling to the same server, by turns with the
// closed model, which is what it is compared with.
func (b *bench) open(ctx context.Context) error {
	rate, err := b.ceiling(ctx)
	if err != nil {
		return err
	}
	rate /= 2
	figures, err := b.byTurns(ctx,
		task{Engine: fast.Name, Concurrency: b.concurrency, Duration: b.length},
		task{Engine: fast.Name, Rate: rate, Duration: b.length})
	if err != nil {
		return err
	}
	most, _ := figures[0].median((*figure).perCPU)
	cost, spread := figures[1].median((*figure).perCPU)
	fmt.Printf("\nOpen model, Poisson at %.0f/s: %.0f requests per CPU-second, spread %.0f %%; closed by turns with it %.0f\n", rate, cost, 100*spread, most)
	goal("open / closed", cost/most, 0.75)
	return nil
}

// ceiling is the rate of the fast engine's closed model.
func (b *bench) ceiling(ctx context.Context) (rate float64, err error) {
	if b.fastRate > 0 {
		return b.fastRate, nil
	}
	f, _, err := b.own(ctx, task{Engine: fast.Name, Concurrency: b.concurrency, Duration: b.length})
	b.fastRate = f.rate()
	return b.fastRate, err
}

// descriptors do not grow with the number of steps.
func (b *bench) descriptors(ctx context.Context) error {
	for _, engine := range []string{fast.Name, vegeta.Name} {
		_, o, err := b.own(ctx, task{Engine: engine, Concurrency: b.concurrency, Duration: 100 * time.Millisecond, Steps: 50})
		if err != nil {
			return err
		}
		first, last := o.Descriptors[0], o.Descriptors[len(o.Descriptors)-1]
		fmt.Printf("\nDescriptors of the %s engine: %d after the first of 50 steps, %d after the last\n", engine, first, last)
		verdict(last <= first+first/10, "wanted: flat")
	}
	return nil
}

// memory does not grow with the length of a run. As many requests may be in
// flight as by default, since each takes some memory: a long run is likelier to
// see the service stand still for a moment.
func (b *bench) memory(ctx context.Context) error {
	const rate, atOnce = 20000, 1000
	var peak [2]float64
	for i, length := range []time.Duration{10 * time.Second, b.long} {
		f, o, err := b.own(ctx, task{Engine: fast.Name, Rate: rate, Duration: length, MaxInFlight: atOnce})
		if err != nil {
			return err
		}
		peak[i] = float64(f.rss) / (1 << 20)
		fmt.Printf("\nPeak RSS of %v at %d/s: %.1f MiB (%d requests, %d failed, at most %d in flight)\n", length, rate, peak[i], o.Requests, o.Failed, o.InFlight)
	}
	verdict(peak[1] <= 1.1*peak[0] && peak[1] <= 80, "wanted: the same within 10 %%, and at most 80 MiB")
	return nil
}
