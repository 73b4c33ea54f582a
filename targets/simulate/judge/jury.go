package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"
)

// jury is the services, and what is known of them.
type jury struct {
	services []service
	truths   map[string]known
	wants    map[string]verdict // by kind
}

// call draws the services of the kinds whose names pass, so many of each.
func call(seeds int, passes func(kind) bool) *jury {
	j := &jury{truths: readTruths(), wants: map[string]verdict{}}
	for _, k := range kinds {
		if !passes(k) {
			continue
		}
		j.wants[k.name] = k.wants
		for seed := range seeds {
			j.services = append(j.services, k.draw(uint64(seed)))
		}
	}
	return j
}

// truth is what is kept, or simulated where nothing is.
func (j *jury) truth(s service, mu *sync.Mutex) known {
	mu.Lock()
	t, found := j.truths[s.key()]
	mu.Unlock()
	if !found {
		t = s.find()
		mu.Lock()
		j.truths[s.key()] = t
		mu.Unlock()
	}
	return t
}

// scores are those of a rule: by kind, and in all.
type scores struct {
	kinds map[string]*score
	all   *score
}

// judge lets the rule look at every service and scores its answers.
func (j *jury) judge(r rule, budget time.Duration) scores {
	out := scores{map[string]*score{}, &score{}}
	for name := range j.wants {
		out.kinds[name] = &score{}
	}
	j.each(func(s service, mu *sync.Mutex) {
		a := r.look(s, budget)
		wants := j.wants[s.Kind]
		if wants != "" {
			mu.Lock()
			defer mu.Unlock()
			out.kinds[s.Kind].verdict(wants, a)
			out.all.verdict(wants, a)
			return
		}
		t := j.truth(s, mu)
		one := &score{}
		one.number(s, t, a)
		if os.Getenv("MISSES") != "" && a.slo != nil && t.SLO > 0 && (!covers(a.slo, t.SLO) || one.sloRight == 0) {
			fmt.Fprintf(os.Stderr, "%-28s %s %s truth %.4g/%.4g slo %s max %s\n", s.key(), s.Spec[10:], s.SLO, t.SLO, t.Max, text(a.slo), text(a.max))
		}
		mu.Lock()
		defer mu.Unlock()
		out.kinds[s.Kind].add(one)
		out.all.add(one)
	})
	return out
}

// each does something with every service, on all cores.
func (j *jury) each(do func(service, *sync.Mutex)) {
	var mu sync.Mutex
	var group sync.WaitGroup
	next := make(chan service)
	for range runtime.NumCPU() {
		group.Go(func() {
			for s := range next {
				do(s, &mu)
			}
		})
	}
	for _, s := range j.services {
		next <- s
	}
	close(next)
	group.Wait()
}

// add puts the counts of another score on top.
func (sc *score) add(o *score) {
	sc.services += o.services
	sc.maxRight += o.maxRight
	sc.maxCovered += o.maxCovered
	sc.sloWanted += o.sloWanted
	sc.sloRight += o.sloRight
	sc.sloOver += o.sloOver
	sc.sloCovered += o.sloCovered
	sc.limited += o.limited
	sc.found += o.found
	sc.yields += o.yields
	sc.maxErrors = append(sc.maxErrors, o.maxErrors...)
	sc.sloErrors = append(sc.sloErrors, o.sloErrors...)
	sc.maxWidths = append(sc.maxWidths, o.maxWidths...)
	sc.sloWidths = append(sc.sloWidths, o.sloWidths...)
	sc.loads = append(sc.loads, o.loads...)
	sc.maxLoads = append(sc.maxLoads, o.maxLoads...)
}
