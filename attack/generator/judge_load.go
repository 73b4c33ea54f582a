package generator

import (
	"time"

	"loadline/attack/record"
)

// tooFewConnections: the load wanted more in flight than the connections carry.
func tooFewConnections(f *figures, step *record.Step) *doubt {
	wanted := int64(step.Load.Concurrency)
	if step.Load.Model == record.Open && step.InFlight.Max != nil {
		wanted = *step.InFlight.Max
		if wanted == int64(f.slots) && (step.InFlight.Mean == nil || *step.InFlight.Mean >= 0.9*float64(f.slots)) {
			wanted++ // it never got to more
		}
	}
	if f.slots == 0 || wanted <= int64(f.slots) {
		return nil
	}
	return spoiled(Connections, "its connections carry %d requests at once and the load wanted more; raise --connections", f.slots)
}

// late: in the open model, with room for more in flight, requests were sent so
// late that it shows in the response times: by a tenth of the median, or by a
// quarter of the 99th percentile; or a hundredth of them was not sent at all.
func late(f *figures, step *record.Step) *doubt {
	if step.Load.Model != record.Open || bounded(f, step) {
		return nil
	}
	if step.Dropped*100 > step.Scheduled {
		return spoiled(Lag, "%d of %d requests were dropped because it was late", step.Dropped, step.Scheduled)
	}
	response := step.Response.OK
	if step.Lag == nil || response == nil {
		return nil
	}
	median := exceeds(step.Lag.P50, response.P50, 0.1, time.Millisecond)
	tail := exceeds(step.Lag.P99, response.P99, 0.25, 10*time.Millisecond)
	if !median && !tail {
		return nil
	}
	return spoiled(Lag, "requests were sent late, by up to %v", step.Lag.Max.Std().Round(10*time.Microsecond))
}

// idle: of the places of the closed model a quarter stood empty though every
// request was accepted, so that none paused: what the service had answered was
// not replaced in time.
func idle(f *figures, step *record.Step) *doubt {
	places, mean := step.Load.Concurrency, step.InFlight.Mean
	if f.elapsed < shortest || step.Load.Model != record.Closed || mean == nil || step.Counts.OK < step.Sent || *mean >= 0.75*float64(places) {
		return nil
	}
	return spoiled(Lag, "of %d places only %.3g were taken on average: answers came faster than it sent", places, *mean)
}

// bounded: the load had as many in flight as it may, so that waiting was the service's doing.
func bounded(f *figures, step *record.Step) bool {
	return f.bound > 0 && step.InFlight.Max != nil && *step.InFlight.Max >= int64(f.bound)
}

// exceeds says whether d is at least the share of whole, and at least least.
func exceeds(d, whole *record.Span, share float64, least time.Duration) bool {
	return d != nil && whole != nil && d.Std() >= least && d.Seconds() >= share*whole.Seconds()
}

// sharing warns where no core was idle and the generator took a third of the
// machine: the service could have used it.
func sharing(f *figures, _ *record.Step) *doubt {
	if f.elapsed < shortest || !full(f) || f.ran < f.machine.Busy/3 {
		return nil
	}
	return &doubt{text: "the generator took a third or more of a machine that had nothing idle; " +
		"from another machine the service may carry more"}
}
