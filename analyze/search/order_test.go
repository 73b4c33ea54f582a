package search_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"loadline/analyze/search"
	"loadline/attack/record"
)

// phases are those of a search, in the order in which they come.
var phases = []record.Phase{
	record.Preflight, record.Base, record.Probe, record.Warm, record.Refine,
	record.Objective, record.Confirm, record.Overload, record.Recovery, record.Check,
}

// eightSlots is the service of the issue: 200/s, and 8 in flight give it.
const eightSlots = "sim:queue?servers=8&service=40ms"

// Searches that several tests look at.
var (
	eight = once(eightSlots, search.Config{Budget: time.Minute, Seed: 1})
	cold  = once(eightSlots+"&warm=3&warm_for=2s", search.Config{})
)

func once(spec string, config search.Config) func() *sweep {
	return sync.OnceValue(func() *sweep {
		s, err := against(spec, config)
		if err != nil {
			panic(err)
		}
		return s
	})
}

func TestPhasesComeInOrder(t *testing.T) {
	s := eight()
	var seen []record.Phase
	for _, trial := range s.trials {
		seen = append(seen, trial.Phase)
	}
	if got := slices.Compact(seen); !slices.Equal(got, phases) {
		t.Errorf("phases %v, want %v", got, phases)
	}
}

// A service that got much faster while it was held is probed once more, and
// that is the only way back.
func TestPhasesOfAColdStart(t *testing.T) {
	s := cold()
	back := 0
	for i, trial := range s.trials[1:] {
		now, before := slices.Index(phases, trial.Phase), slices.Index(phases, s.trials[i].Phase)
		if now >= before {
			continue
		}
		if back++; trial.Phase != record.Probe || s.trials[i].Phase != record.Warm {
			t.Errorf("%s after %s", trial.Phase, s.trials[i].Phase)
		}
	}
	if back > 1 {
		t.Errorf("went back %d times", back)
	}
}

func TestBudgetIsKept(t *testing.T) {
	for _, budget := range []time.Duration{time.Second, 5 * time.Second, 20 * time.Second} {
		s := finds(t, eightSlots, search.Config{Budget: budget})
		if last := s.trials[len(s.trials)-1].Duration; load(s.run) > budget+last {
			t.Errorf("%v of load for a budget of %v, and the last trial was %v", load(s.run), budget, last)
		}
	}
	if all := load(eight().run); all > time.Minute || all < 20*time.Second {
		t.Errorf("%v of load for a budget of a minute", all)
	}
}

func TestSameSeedSameTrials(t *testing.T) {
	config := search.Config{Budget: time.Minute, Seed: 1}
	again := finds(t, eightSlots, config)
	if diff := cmp.Diff(eight().trials, again.trials); diff != "" {
		t.Errorf("the same search asked for other trials:\n%s", diff)
	}
	config.Seed = 2
	seeds := map[uint64]bool{}
	for _, s := range []*sweep{eight(), finds(t, eightSlots, config)} {
		for _, trial := range s.trials {
			if seeds[trial.Seed] {
				t.Fatalf("the seed %d of %s comes twice", trial.Seed, trial.Load)
			}
			seeds[trial.Seed] = true
		}
	}
}
