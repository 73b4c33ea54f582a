package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

func main() {
	seeds := flag.Int("seeds", 3, "services of each kind")
	only := flag.String("kind", "", "only kinds whose name begins so")
	budget := flag.Duration("budget", 2*time.Minute, "load time of our search")
	alone := flag.Bool("alone", false, "ours without the rivals and without other budgets")
	truths := flag.Bool("truths", false, "simulate the truths that are missing, write truths.json, and stop")
	one := flag.Int("seed", -1, "only this seed of the kind, step by step")
	flag.Parse()
	j := call(max(*seeds, *one+1), func(k kind) bool { return strings.HasPrefix(k.name, *only) })
	switch {
	case *truths:
		j.writeTruths()
	case *one >= 0:
		j.show(*one, *budget)
	default:
		j.report(*budget, *alone)
	}
}

// report prints everything, as markdown.
func (j *jury) report(budget time.Duration, alone bool) {
	begun := time.Now()
	mine := j.judge(rules[0], budget)
	fmt.Printf("%d simulated services of %d kinds, drawn at random; budget %.0f s.\n\n", len(j.services), len(j.wants), budget.Seconds())
	printFigures(os.Stdout, mine.all)
	fmt.Print("\nUnmet figures, by kind:\n\n")
	printUnmet(os.Stdout, mine)
	if !alone {
		fmt.Print("\nBeside rules that others use, on the same services with a number:\n\n")
		j.rivals(mine.all)
		fmt.Print("\nError against budget:\n\n")
		j.budgets(budget, mine.all)
	}
	fmt.Print("\nBy kind:\n\n")
	printKinds(os.Stdout, mine)
	fmt.Fprintf(os.Stderr, "judged in %.0f s\n", time.Since(begun).Seconds())
}

// stationary is the jury of services that have a number.
func (j *jury) stationary(most int) *jury {
	out := &jury{truths: j.truths, wants: map[string]verdict{}}
	for _, s := range j.services {
		if j.wants[s.Kind] == "" && int(s.Seed) < most {
			out.services, out.wants[s.Kind] = append(out.services, s), ""
		}
	}
	return out
}

func (j *jury) rivals(mine *score) {
	names, all := []string{rules[0].name}, []*score{mine}
	theirs := j.stationary(1 << 30)
	for _, r := range rules[1:] {
		names, all = append(names, r.name), append(all, theirs.judge(r, 0).all)
	}
	printRules(os.Stdout, names, all)
}

func (j *jury) budgets(budget time.Duration, mine *score) {
	list := []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute}
	var all []*score
	few := j.stationary(max(1, j.seeds()/3))
	for _, b := range list {
		if b == budget {
			all = append(all, mine)
			continue
		}
		all = append(all, few.judge(rules[0], b).all)
	}
	printBudgets(os.Stdout, list, all)
}

// seeds is how many services there are of each kind.
func (j *jury) seeds() int { return len(j.services) / max(1, len(j.wants)) }

// writeTruths simulates what is missing and writes the file beside this one.
func (j *jury) writeTruths() {
	j.stationary(1 << 30).each(func(s service, mu *sync.Mutex) { j.truth(s, mu) })
	text, err := json.MarshalIndent(j.truths, "", " ")
	if err == nil {
		err = os.WriteFile("targets/simulate/judge/truths.json", append(text, '\n'), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "write truths:", err)
		os.Exit(1)
	}
}
