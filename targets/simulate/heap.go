package simulate

// event is something that happens to a request at a time.
type event struct {
	at int64 // virtual nanoseconds
	id int32 // of the request
}

// heap is a binary min-heap of events by time. Typed and without interfaces:
// it is the hottest structure of the simulation.
type heap []event

// first is the time of the earliest event.
func (h heap) first() int64 {
	if len(h) == 0 {
		return never
	}
	return h[0].at
}

func (h *heap) push(e event) {
	*h = append(*h, e)
	q := *h
	i := len(q) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if q[parent].at <= e.at {
			break
		}
		q[i] = q[parent]
		i = parent
	}
	q[i] = e
}

// pop takes the earliest event; the heap must not be empty.
func (h *heap) pop() event {
	top := (*h)[0]
	h.remove()
	return top
}

// remove takes the root away.
func (h *heap) remove() {
	q := *h
	last := q[len(q)-1]
	*h = q[:len(q)-1]
	if len(q) > 1 {
		h.sink(last)
	}
}

// sink puts e where the root was.
func (h *heap) sink(e event) {
	q := *h
	i := 0
	for {
		child := 2*i + 1
		if child >= len(q) {
			break
		}
		if right := child + 1; right < len(q) && q[right].at < q[child].at {
			child = right
		}
		if e.at <= q[child].at {
			break
		}
		q[i] = q[child]
		i = child
	}
	q[i] = e
}
