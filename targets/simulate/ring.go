package simulate

// ring is a queue, first in, first out, that grows by doubling and is never
// reallocated while it is large enough.
type ring[T any] struct {
	items []T // length is a power of two
	head  int // index of the oldest
	n     int
}

func (r *ring[T]) push(item T) {
	if r.n == len(r.items) {
		r.grow()
	}
	r.items[(r.head+r.n)&(len(r.items)-1)] = item
	r.n++
}

// pop takes the oldest; the ring must not be empty.
func (r *ring[T]) pop() T {
	item := r.items[r.head]
	r.head = (r.head + 1) & (len(r.items) - 1)
	r.n--
	return item
}

// peek is the oldest, in place; the ring must not be empty.
func (r *ring[T]) peek() *T { return &r.items[r.head] }

// at is item number i from the oldest.
func (r *ring[T]) at(i int) T { return r.items[(r.head+i)&(len(r.items)-1)] }

func (r *ring[T]) clear() { r.head, r.n = 0, 0 }

func (r *ring[T]) grow() {
	bigger := make([]T, max(16, 2*len(r.items)))
	for i := range r.n {
		bigger[i] = r.items[(r.head+i)&(len(r.items)-1)]
	}
	r.items, r.head = bigger, 0
}

// due is the time of the oldest event of a queue of events.
func due(r *ring[event]) int64 {
	if r.n == 0 {
		return never
	}
	return r.peek().at
}
