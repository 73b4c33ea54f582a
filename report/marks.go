package report

import (
	"loadline/attack/record"
	"loadline/report/units"
)

// nameOfMaximum is what the highest throughput seen is, by outcome; the other
// outcomes have none worth a mark.
var nameOfMaximum = map[record.CapacityOutcome]string{
	record.Found:            "maximum",
	record.LowerBound:       "at least",
	record.RateLimited:      "rate limit",
	record.GeneratorLimited: "generator's limit",
}

func maximumMark(run *record.Run, horizontal bool) []Mark {
	c := run.Capacity
	if c == nil || !sound(c.MaxThroughput) || nameOfMaximum[c.Outcome] == "" {
		return nil
	}
	return []Mark{estimateMark(Maximum, horizontal, nameOfMaximum[c.Outcome], c.MaxThroughput, units.PerSecond)}
}

func estimateMark(role Role, horizontal bool, name string, e *record.Estimate, unit units.Unit) Mark {
	return Mark{
		Role: role, Horizontal: horizontal, Value: e.Value, Low: min(e.Low, e.Value), High: max(e.High, e.Value),
		Label: name + " " + estimate(e, unit),
	}
}

// loadMarks are the places on an axis of load: the maximum, the SLO's
// capacity, and the rate to plan for.
func loadMarks(run *record.Run) []Mark {
	marks := maximumMark(run, false)
	if c := run.Capacity; c != nil && sound(c.SLOCapacity) {
		marks = append(marks, estimateMark(Objective, false, "SLO holds to", c.SLOCapacity, units.PerSecond))
	}
	if r := run.Recommendation; r != nil && r.Rate != nil {
		v := value(r.Rate)
		marks = append(marks, Mark{Role: Limit, Value: v, Low: v, High: v, Label: "plan for " + units.Rate(v)})
	}
	return marks
}

// concurrencyMarks are the places on an axis of requests in flight: the knee
// and the limit.
func concurrencyMarks(run *record.Run) []Mark {
	var marks []Mark
	if c := run.Capacity; c != nil {
		knee := c.Knee
		if !sound(knee) {
			knee = c.InFlightAtMax
		}
		if sound(knee) {
			marks = append(marks, estimateMark(Maximum, false, "knee", knee, units.Whole))
		}
	}
	if r := run.Recommendation; r != nil && r.InFlightLimit > 0 {
		v := float64(r.InFlightLimit)
		marks = append(marks, Mark{Role: Limit, Value: v, Low: v, High: v, Label: "limit " + units.Number(v)})
	}
	return marks
}

// objectiveMarks are the SLO's thresholds: of response time, or of shares.
func objectiveMarks(run *record.Run, timed bool) []Mark {
	var marks []Mark
	for _, c := range clauses(run, nil) {
		if c.Unreadable || c.clause.Timed() != timed {
			continue
		}
		v := c.clause.Share
		if timed {
			v = c.clause.Limit.Seconds()
		}
		marks = append(marks, Mark{Role: Objective, Horizontal: true, Value: v, Low: v, High: v, Label: c.Text})
	}
	return marks
}
