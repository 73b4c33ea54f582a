package attack

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"loadline/attack/engine"
	"loadline/attack/generator"
	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// annotate adds what the step alone does not show, and every doubt in words.
func (a *Attacker) annotate(step *record.Step, book *tally.Book, carried engine.Traffic) {
	for i := range step.Errors {
		step.Errors[i].Example = a.config.Mix.Redact(step.Errors[i].Example)
	}
	step.Stopped = book.Stopped()
	warn := func(format string, args ...any) {
		step.Warnings = append(step.Warnings, fmt.Sprintf(format, args...))
	}
	if most, bound := step.InFlight.Max, a.config.Options.MaxInFlight; step.Load.Model == record.Open && most != nil && *most >= int64(bound) {
		warn("as many requests were in flight as may be (--max-in-flight %d): later arrivals waited or were dropped", bound)
	}
	if step.Dropped > 0 {
		warn("%d of %d scheduled requests were never sent", step.Dropped, step.Scheduled)
	}
	if n := abandoned(step); n > 0 {
		warn("%d requests were abandoned when the run was stopped", n)
	}
	for _, address := range slices.Sorted(maps.Keys(carried.Missed)) {
		miss := carried.Missed[address]
		warn("%d attempts to connect to %s failed (%s); its requests went to other addresses of the name", miss.Count, address, miss.Class)
	}
	if carried.Waits > 0 {
		mean := carried.Waited / time.Duration(carried.Waits)
		warn("%d requests waited for a free %s, %s on average", carried.Waits, place(carried), mean.Round(10*time.Microsecond))
	}
}

func abandoned(step *record.Step) int64 {
	for _, e := range step.Errors {
		if e.Class == engine.Interrupted {
			return e.Count
		}
	}
	return 0
}

// Streams is the cause of a step whose HTTP/2 connections carried no more at once.
const Streams = "streams"

func http2(carried engine.Traffic) bool { return carried.Protocol == "HTTP/2.0" }

func place(carried engine.Traffic) string {
	if http2(carried) {
		return "stream"
	}
	return "connection"
}

// limit marks a step whose connections carried as much at once as they can:
// its knee would be the client's.
func limit(step *record.Step, carried engine.Traffic) {
	if carried.Slots == 0 || step.Limited() && *step.Generator.Limited != generator.Lag { // which this explains
		return
	}
	waited := carried.Waits*100 > step.Sent
	full := http2(carried) && step.InFlight.Mean != nil && *step.InFlight.Mean >= 0.95*float64(carried.Slots)
	if !waited && !full {
		return
	}
	cause := generator.Connections
	if http2(carried) {
		cause = Streams
	}
	step.Generator.Limited = &cause
	step.Warnings = append(step.Warnings, fmt.Sprintf(
		"generator limited: its connections carry %d requests at once and the load wanted more; raise --connections", carried.Slots))
}
