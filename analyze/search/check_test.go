package search_test

import (
	"slices"
	"testing"
	"time"

	"loadline/analyze/search"
	"loadline/attack/record"
)

// The limit that is recommended in the end was held after all else, unless
// that itself moved it, by a little.
func TestRecommendedLimitIsHeld(t *testing.T) {
	const seeds, moved = 10, 3
	for _, spec := range []string{"sim:queue?servers=1&service=5ms&cv=1", "sim:queue?servers=2&service=20ms&cv=2", "sim:queue?servers=8&service=40ms&cv=0.5"} {
		missed := 0
		for seed := range uint64(seeds) {
			s := finds(t, spec, search.Config{Budget: 45 * time.Second, Seed: seed})
			if s.limit() > 0 && !slices.ContainsFunc(s.trials, func(trial record.Trial) bool {
				return trial.Phase == record.Check && trial.Load.Concurrency == s.limit()
			}) {
				missed++
			}
		}
		if missed > moved {
			t.Errorf("%s: of %d recommended limits %d were not held", spec, seeds, missed)
		}
	}
}
