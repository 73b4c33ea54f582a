package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"
)

func main() {
	seeds := flag.Int("seeds", 4, "services a kind")
	make_ := flag.Bool("truths", false, "simulate the truths that are missing, write them to truths.json, and stop")
	only := flag.String("kind", "", "only this kind")
	seed := flag.Int("seed", -1, "only this seed, step by step")
	budget := flag.Duration("budget", 2*time.Minute, "load time of our search")
	flag.Parse()
	known := readTruths()
	var all []service
	wants := map[string]verdict{}
	for _, k := range kinds {
		wants[k.name] = k.wants
		for i := range *seeds {
			if (*only == "" || *only == k.name) && (*seed < 0 || *seed == i) {
				all = append(all, k.draw(uint64(i)))
			}
		}
	}
	if *make_ {
		parallel(len(all), func(i int, mu *sync.Mutex) {
			mu.Lock()
			_, ok := known[all[i].key()]
			mu.Unlock()
			if ok || wants[all[i].Kind] != "" {
				return
			}
			t := all[i].find()
			mu.Lock()
			known[all[i].key()] = t
			mu.Unlock()
		})
		text, _ := json.MarshalIndent(known, "", " ")
		os.WriteFile("targets/simulate/judge/truths.json", text, 0o644)
		return
	}
	answers := make([]answer, len(all))
	begun := time.Now()
	parallel(len(all), func(i int, mu *sync.Mutex) { answers[i] = ours(all[i], *budget) })
	if *seed >= 0 {
		show(all[0], known[all[0].key()], answers[0])
		return
	}
	table(all, answers, known, wants)
	fmt.Println(time.Since(begun))
}

func parallel(n int, do func(i int, mu *sync.Mutex)) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		wg.Go(func() {
			for i := range next {
				do(i, &mu)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

func show(s service, t truth, a answer) {
	fmt.Println(s.Spec, s.SLO, "truth", t)
	if f := os.Getenv("STEPS"); f != "" {
		var ref []any
		for _, st := range a.steps {
			if st.Phase != "" {
				ref = append(ref, st)
			}
		}
		b, _ := json.Marshal(ref)
		os.WriteFile(f, b, 0o644)
	}
	for _, step := range a.steps {
		bad := int64(0)
		if step.Windows != nil {
			for _, b := range step.Windows.Bad {
				bad += b
			}
		}
		g := 0.0
		if step.Goodput != nil {
			g = step.Goodput.Value
		}
		p99 := 0.0
		if q := step.Response.OK; q != nil && q.P99 != nil {
			p99 = q.P99.Seconds()
		}
		lim := ""
		if step.Generator.Limited != nil {
			lim = "LIMITED " + *step.Generator.Limited
		}
		fmt.Printf("@%6.1f %-9s %-12s w%5.2f d%6.2f good %8.5g p99 %.4f bad %d %+v %s %s\n", step.Start.Seconds(), step.Phase, step.Load, step.Warmup.Seconds(), step.Duration.Seconds(), g, p99, bad, step.Counts, step.Stopped, lim)
	}
	c := a.conclusion
	if c.Capacity != nil {
		fmt.Printf("%s max %+v slo %+v inflight %+v\n", c.Capacity.Outcome, c.Capacity.MaxThroughput, c.Capacity.SLOCapacity, c.Capacity.InFlightAtMax)
		if c.Capacity.Overload != nil {
			o := c.Capacity.Overload
			fmt.Println(o.Behaviour, deref(o.Factor), deref(o.GoodputRetained), o.Recovery)
		}
	}
	if c.Recommendation != nil {
		fmt.Printf("%+v\n", *c.Recommendation)
	}
	for _, f := range c.Findings {
		fmt.Printf("%+v\n", f)
	}
}

func deref(p *float64) float64 {
	if p == nil {
		return math.NaN()
	}
	return *p
}

func table(all []service, answers []answer, known map[string]truth, wants map[string]verdict) {
	type row struct {
		n, max, slo, sloN, over, coverMax, coverSLO, yield, found, conf int
		eMax, eSLO, after, load, hwMax, hwSLO                           []float64
		outcomes                                                        map[string]int
	}
	rows := map[string]*row{}
	total := &row{outcomes: map[string]int{}}
	for i, s := range all {
		r := rows[s.Kind]
		if r == nil {
			r = &row{outcomes: map[string]int{}}
			rows[s.Kind] = r
		}
		a := answers[i]
		o := "nil"
		if a.conclusion.Capacity != nil {
			o = string(a.conclusion.Capacity.Outcome)
		}
		kindsOf := ""
		for _, f := range a.conclusion.Findings {
			kindsOf += "," + f.Kind
		}
		t, ok := known[s.key()]
		both := []*row{r, total}
		if !ok {
			both = both[:1]
		}
		for _, r := range both {
			r.n++
			r.outcomes[o+kindsOf]++
			r.load = append(r.load, a.load)
			r.after = append(r.after, a.maxAfter)
			if !ok {
				continue
			}
			if a.max != nil {
				e := a.max.Value/t.Max - 1
				if r == total && math.Abs(e) > 0.03 {
					fmt.Printf("MAX %s: %s truth %.5g got %+v\n", s.key(), s.Spec, t.Max, *a.max)
				}
				r.eMax = append(r.eMax, e)
				if math.Abs(e) <= 0.03 {
					r.max++
				}
				if a.max.Low <= t.Max && a.max.High >= t.Max {
					r.coverMax++
				}
				r.hwMax = append(r.hwMax, a.max.HalfWidth())
			}
			if t.SLO > 0 {
				r.sloN++
				if a.slo != nil {
					e := a.slo.Value/t.SLO - 1
					if r == total && math.Abs(e) > 0.05 {
						fmt.Printf("SLO %s: %s truth %.5g/%.5g got %+v max %+v\n", s.key(), s.Spec, t.SLO, t.Max, *a.slo, *a.max)
					}
					r.eSLO = append(r.eSLO, e)
					if math.Abs(e) <= 0.05 {
						r.slo++
					}
					if e > 0.05 {
						r.over++
					}
					if a.slo.Low <= t.SLO && a.slo.High >= t.SLO {
						r.coverSLO++
					}
					r.hwSLO = append(r.hwSLO, a.slo.HalfWidth())
				}
			}
			if a.limit > 0 && closedRate(without(s.Spec, "warm", "warm_for"), float64(a.limit), 20000, t.Max) >= 0.85*t.Max {
				r.yield++
			}
		}
	}
	print := func(name string, r *row) {
		fmt.Printf("%-26s n%3d max%3d [%6.1f%% %6.1f%%] cov%3d hw%4.1f%% | slo %2d/%2d over %d [%6.1f%% %6.1f%%] cov%3d hw%4.1f%% | yield%3d | after %3.0f load %3.0f/%3.0f %v\n", name, r.n, r.max, 100*q(r.eMax, 0), 100*q(r.eMax, 1), r.coverMax, 100*q(r.hwMax, .5),
			r.slo, r.sloN, r.over, 100*q(r.eSLO, 0), 100*q(r.eSLO, 1), r.coverSLO, 100*q(r.hwSLO, .5), r.yield, q(r.after, .5), q(r.load, .5), q(r.load, .9), r.outcomes)
	}
	for _, k := range kinds {
		if r := rows[k.name]; r != nil {
			print(k.name, r)
		}
	}
	print("all", total)
}

func q(v []float64, p float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Clone(v)
	slices.Sort(v)
	return v[int(p*float64(len(v)-1))]
}
