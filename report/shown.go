package report

import "loadline/attack/record"

// mostShown is how many steps tables and charts show.
const mostShown = 200

// numbered is a step with its place in the run, from 1.
type numbered struct {
	n int
	*record.Step
}

func number(steps []record.Step) []numbered {
	out := make([]numbered, len(steps))
	for i := range steps {
		out[i] = numbered{i + 1, &steps[i]}
	}
	return out
}

// shown are the steps that tables and charts show: all, or 200 of them evenly
// spread, the first and the last among them. Sentences speak of all.
func shown(steps []record.Step) []numbered { return thinned(number(steps)) }

func thinned[T any](items []T) []T {
	if len(items) <= mostShown {
		return items
	}
	out := make([]T, mostShown)
	for i := range out {
		out[i] = items[i*(len(items)-1)/(mostShown-1)]
	}
	return out
}
