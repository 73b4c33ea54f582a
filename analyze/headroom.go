package analyze

import (
	"fmt"
	"math"

	"loadline/attack/record"
)

const gib = 1 << 30

// size is a point of the rule: how much headroom a service of a size wants.
type size struct{ amount, ratio float64 }

// The smaller a service is, the larger is its share of what comes on top of
// the load: 25 % at one core or 512 MiB, 15 % at 4 cores or 4 GiB, 5 % from 64 of either.
var (
	byCores  = []size{{1, 0.25}, {4, 0.15}, {64, 0.05}}
	byMemory = []size{{gib / 2, 0.25}, {4 * gib, 0.15}, {64 * gib, 0.05}}
)

// ratioFor interpolates linearly in the logarithm of the size, level beyond both ends.
func ratioFor(amount float64, points []size) float64 {
	if amount <= points[0].amount {
		return points[0].ratio
	}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if amount <= b.amount {
			return a.ratio + (b.ratio-a.ratio)*math.Log(amount/a.amount)/math.Log(b.amount/a.amount)
		}
	}
	return points[len(points)-1].ratio
}

// headroom is by hand where it was set, else by the size of what the service used.
func headroom(settings record.Settings, used *record.Resources) record.Headroom {
	if settings.Headroom != nil {
		return record.Headroom{Ratio: *settings.Headroom, Reason: "set by hand"}
	}
	if used == nil || used.CPUCores == nil && used.MemoryBytes == nil {
		return record.Headroom{Ratio: byCores[0].ratio, Reason: "the service's size was not seen, so that of a small one"}
	}
	ratio, why := 0.0, ""
	if used.CPUCores != nil {
		ratio, why = ratioFor(*used.CPUCores, byCores), fmt.Sprintf("for %.2g cores", *used.CPUCores)
	}
	if used.MemoryBytes != nil {
		if r := ratioFor(float64(*used.MemoryBytes), byMemory); r > ratio {
			ratio, why = r, fmt.Sprintf("for %.3g MiB of memory", float64(*used.MemoryBytes)/(1<<20))
		}
	}
	return record.Headroom{Ratio: ratio, Reason: why}
}

// peak is the most that the service used at or near the limit, nil where nobody watched.
func peak(steps []record.Step) *record.Resources {
	var out record.Resources
	for i := range steps {
		r := steps[i].Resources
		if r == nil || steps[i].Limited() || steps[i].Phase == record.Overload {
			continue
		}
		out.CPUCores = larger(out.CPUCores, r.CPUCores)
		out.MemoryBytes = larger(out.MemoryBytes, r.MemoryBytes)
	}
	if out.CPUCores == nil && out.MemoryBytes == nil {
		return nil
	}
	return &out
}

func larger[T int64 | float64](a, b *T) *T {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

// advice is what to give the service so that the peak leaves the headroom
// free; nil unless both were seen.
func advice(used *record.Resources, ratio float64) *record.ResourceAdvice {
	if used == nil || used.CPUCores == nil || used.MemoryBytes == nil || ratio < 0 || ratio >= 1 {
		return nil
	}
	return &record.ResourceAdvice{
		CPUCores:    *used.CPUCores / (1 - ratio),
		MemoryBytes: int64(math.Ceil(float64(*used.MemoryBytes) / (1 - ratio))),
	}
}
