package tally

import (
	"iter"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// halves is how many ranges a histogram of three significant digits has from
// one power of two to the next: the least that tells 1,999 from 2,000.
const halves = 1024

// bars gives the last value of each range of a histogram that counted
// something, and its count, shortest first. The histogram's own list holds every
// range up to the longest, so that one rare time would take a megabyte.
func bars(h *hdrhistogram.Histogram) iter.Seq2[int64, int64] {
	return func(yield func(to, count int64) bool) {
		for i, count := range h.Export().Counts {
			if count > 0 && !yield(upper(int64(i)), count) {
				return
			}
		}
	}
}

// upper is the last value of the range with an index. Ranges are as wide as the
// resolution up to 2·halves of it; beyond, they double in width with each power of two.
func upper(index int64) int64 {
	if index < 2*halves {
		return (index+1)*resolution - 1
	}
	power := index/halves - 1
	return (halves+index%halves+1)*resolution<<power - 1
}
