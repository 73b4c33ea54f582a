package report

import (
	"slices"

	"loadline/attack/record"
)

// mergedBuckets merges neighbours until there are at most so many: a coarser
// histogram of the same samples.
func mergedBuckets(buckets []record.Bucket, most int) []record.Bucket {
	if len(buckets) <= most {
		return buckets
	}
	if most == 0 {
		return nil
	}
	var out []record.Bucket
	each := (len(buckets) + most - 1) / most
	for group := range slices.Chunk(buckets, each) {
		merged := record.Bucket{Upper: group[len(group)-1].Upper}
		for _, b := range group {
			merged.Count += b.Count
		}
		out = append(out, merged)
	}
	return out
}

// mergedWindows merges neighbours; what does not fill the last window is left out.
func mergedWindows(w *record.Windows, most int) *record.Windows {
	if w == nil || len(w.InFlight) <= most {
		return w
	}
	if most == 0 {
		return nil
	}
	each := (len(w.InFlight) + most - 1) / most
	return &record.Windows{
		Length: w.Length * record.Span(each),
		Sent:   sums(w.Sent, each), Bad: sums(w.Bad, each), OK: sums(w.OK, each),
		Shed: sums(w.Shed, each), Failed: sums(w.Failed, each), InFlight: means(w.InFlight, each),
	}
}

func sums(column []int64, each int) []int64 {
	out := []int64{}
	for ; len(column) >= each; column = column[each:] {
		var sum int64
		for _, v := range column[:each] {
			sum += v
		}
		out = append(out, sum)
	}
	return out
}

func means(column []float64, each int) []float64 {
	out := []float64{}
	for ; len(column) >= each; column = column[each:] {
		mean := 0.0
		for _, v := range column[:each] {
			mean += v / float64(each)
		}
		out = append(out, mean)
	}
	return out
}
