package tally

import (
	"math/rand/v2"
	"testing"
	"time"
)

// The ranges are those of the histogram's own list.
func TestBarsAreTheHistograms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	h := newHistogram()
	for range 5000 {
		longest := int64(1) << (1 + random.IntN(41))
		_ = h.RecordValue(min(random.Int64N(longest), int64(time.Hour)))
	}
	_ = h.RecordValue(int64(time.Hour))
	seen := map[int64]int64{}
	last := int64(-1)
	for to, count := range bars(h) {
		if to <= last {
			t.Errorf("%d after %d", to, last)
		}
		seen[to], last = count, to
	}
	for _, bar := range h.Distribution() {
		if seen[bar.To] != bar.Count {
			t.Errorf("up to %d: %d, want %d", bar.To, seen[bar.To], bar.Count)
		}
		delete(seen, bar.To)
	}
	if len(seen) > 0 {
		t.Errorf("ranges that the histogram does not have: %v", seen)
	}
}
