package simulate

// request is one request from its sending until the service is rid of it.
type request struct {
	intended, sent int64 // virtual nanoseconds
	newer, older   int32 // neighbours among the outstanding, by time of sending
	status         int16
	why            why
	abandoned      bool // the client gave up; the work goes on
}

// why tells apart answers of the same status.
type why uint8

const (
	served  why = iota
	failed      // flat share of errors
	starved     // no connection of the pool in time
	refused     // the waiting room is full
	limited     // the limiter says no
)

// none is the id of no request.
const none = -1

// requests keeps the live ones in slots that are used again, so that a
// simulation allocates no more than its largest backlog.
type requests struct {
	slots []request
	free  []int32
}

func (r *requests) take() int32 {
	if n := len(r.free); n > 0 {
		id := r.free[n-1]
		r.free = r.free[:n-1]
		return id
	}
	r.slots = append(r.slots, request{})
	return int32(len(r.slots) - 1)
}

func (r *requests) release(id int32) { r.free = append(r.free, id) }

// outstanding are the requests that the client waits for, in the order of
// sending: with one timeout for all, the oldest expires first.
type outstanding struct {
	oldest, newest int32
	n              int
}

func (o *outstanding) add(r *requests, id int32) {
	r.slots[id].older, r.slots[id].newer = o.newest, none
	if o.newest == none {
		o.oldest = id
	} else {
		r.slots[o.newest].newer = id
	}
	o.newest = id
	o.n++
}

func (o *outstanding) remove(r *requests, id int32) {
	it := &r.slots[id]
	if it.older == none {
		o.oldest = it.newer
	} else {
		r.slots[it.older].newer = it.newer
	}
	if it.newer == none {
		o.newest = it.older
	} else {
		r.slots[it.newer].older = it.older
	}
	o.n--
}
