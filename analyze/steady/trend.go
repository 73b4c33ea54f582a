package steady

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"loadline/attack/record"
)

// Trend is the slope of the rate against time, relative to the mean rate, per
// second. It is least squares over batches weighted by their length, within
// the groups: each group is compared with itself at other times, so that what
// the loads differ in is no trend. Nil below four batches, or where no group
// was measured at different times.
func Trend(parts []Batch, confidence float64) *record.Estimate {
	groups := map[int]*moments{}
	for _, b := range parts {
		if groups[b.Group] == nil {
			groups[b.Group] = &moments{}
		}
		groups[b.Group].add(b)
	}
	var all moments
	for _, b := range parts {
		all.cross(b, groups[b.Group])
	}
	free := float64(len(parts) - len(groups) - 1)
	if free < 2 || all.timeTime <= 0 {
		return nil
	}
	slope := all.timeRate / all.timeTime
	rest := max(all.rateRate-slope*all.timeRate, 0)
	t := distuv.StudentsT{Sigma: 1, Nu: free}.Quantile((1 + confidence) / 2)
	half := t * math.Sqrt(rest/free/all.timeTime)
	return &record.Estimate{Value: slope, Low: slope - half, High: slope + half, Confidence: confidence}
}

// moments are weighted sums: of a group about zero, of all about the groups' means.
type moments struct {
	weight, time, rate           float64
	timeTime, timeRate, rateRate float64
}

func (m *moments) add(b Batch) {
	m.weight += b.Seconds
	m.time += b.Seconds * b.Middle
	m.rate += b.Seconds * b.Rate
}

// cross adds a batch's deviations from its group's means, rates relative.
func (m *moments) cross(b Batch, group *moments) {
	if group.rate <= 0 {
		return
	}
	time := b.Middle - group.time/group.weight
	rate := b.Rate*group.weight/group.rate - 1
	m.timeTime += b.Seconds * time * time
	m.timeRate += b.Seconds * time * rate
	m.rateRate += b.Seconds * rate * rate
}
