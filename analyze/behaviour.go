package analyze

import "loadline/attack/record"

const (
	shedding  = 0.05 // share of refusals from which a service sheds
	collapsed = 0.75 // of the maximum: goodput below it has collapsed
)

// behaviour is what the service did beyond its maximum, most per second.
func behaviour(steps []record.Step, most float64) *record.Behaviour {
	top := farthest(steps, most)
	if top == nil {
		return &record.Behaviour{Behaviour: record.Untested}
	}
	factor := top.Load.RateRPS / most
	out := &record.Behaviour{Behaviour: record.Queues, Factor: &factor, Recovery: recoveryTime(steps)}
	if top.Goodput != nil {
		out.Retained = ofMaximum(top.Goodput, most)
		retained := out.Retained.Value
		out.GoodputRetained = &retained
		if retained < collapsed && top.Goodput.High < most {
			out.Behaviour = record.Collapses
		}
	}
	if top.Counts.Share(top.Counts.Shed) >= shedding && out.Behaviour != record.Collapses {
		out.Behaviour = record.Sheds
	}
	if q := top.Response.Shed; q != nil {
		out.ShedP99 = q.P99
	}
	return out
}

// ofMaximum is a rate as a share of the most.
func ofMaximum(rate *record.Estimate, of float64) *record.Estimate {
	return &record.Estimate{Value: max(rate.Value, 0) / of, Low: max(rate.Low, 0) / of, High: max(rate.High, 0) / of, Confidence: rate.Confidence}
}

// Unclear says of a service that was not found to collapse that it may: less
// of its goodput was left than of one that does not, for too short a time.
func Unclear(b *record.Behaviour) bool {
	return b.Behaviour == record.Queues && b.GoodputRetained != nil && *b.GoodputRetained < collapsed
}

// beyond is the load over the maximum from which a step is an overload.
const beyond = 1.2

// farthest is the open step of the greatest rate beyond the maximum.
func farthest(steps []record.Step, most float64) (top *record.Step) {
	for i := range steps {
		s := &steps[i]
		if s.Load.Model != record.Open || s.Limited() || s.Load.RateRPS < beyond*most || s.Counts.Total() == 0 {
			continue
		}
		if top == nil || s.Load.RateRPS > top.Load.RateRPS {
			top = s
		}
	}
	return top
}

// recoveryTime is from the end of the last overload to the first lone
// requests that were as quick as before; nil where none were.
func recoveryTime(steps []record.Step) *record.Span {
	from := -1
	for i := range steps {
		if steps[i].Phase == record.Overload {
			from = i
		}
	}
	if from < 0 {
		return nil
	}
	for i := from + 1; i < len(steps); i++ {
		if s := &steps[i]; s.Phase == record.Recovery && Recovered(s, lone(steps)) {
			took := max(s.Start-steps[from].Start-steps[from].Duration, 0)
			return &took
		}
	}
	return nil
}

// quick is how many times the lone service time still counts as recovered.
const quick = 1.5

// Recovered says whether lone requests were as quick as they had been, lone.
func Recovered(s *record.Step, lone record.Span) bool {
	q := s.Service.OK
	return q != nil && q.P50 != nil && q.P50.Seconds() <= quick*lone.Seconds() &&
		s.Counts.Share(s.Counts.OK) > 0.9
}

// lone is the mean service time with one request in flight, before anything
// else was asked of the service; 0 where nothing succeeded.
func lone(steps []record.Step) (out record.Span) {
	for i := range steps {
		switch steps[i].Phase {
		case record.Preflight, record.Base:
			if q := steps[i].Service.OK; q != nil && q.Mean != nil && *q.Mean > 0 {
				out = *q.Mean
			}
		}
	}
	return out
}

// Lone is the mean service time with one request in flight, 0 where nothing succeeded.
func Lone(steps []record.Step) record.Span { return lone(steps) }
