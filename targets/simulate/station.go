package simulate

// admit passes a request that has arrived through the limiter to a station,
// into the waiting room, or back.
func (t *Target) admit(id int32) {
	s := &t.service
	switch {
	case !s.limiter.allow(t.now):
		t.reply(id, 429, limited)
	case s.busy < s.stations:
		s.inside++
		t.start(id)
	case t.spec.Queue == Unbounded || s.waiting.n < t.spec.Queue:
		s.inside++
		s.waiting.push(id)
	default:
		t.refuse(id)
	}
}

// start gives the request a station.
func (t *Target) start(id int32) {
	t.occupy(1)
	if t.service.pool.acquire(t.now, id) {
		t.serve(id)
		return
	}
	t.plan(poolExpiry, t.service.pool.deadline())
}

// serve works on the request: the station will be done with it at a time that
// is known now.
func (t *Target) serve(id int32) {
	s := &t.service
	work := s.mean * s.sampler.draw(s.random) * s.slow.factor(t)
	t.work(id, work)
}

// longest bounds what the slow-downs make of one request, so that no
// composition runs out of the clock's range.
const longest = 1e17 // ns, about three years

func (t *Target) work(id int32, work float64) {
	s := &t.service
	end := min(s.noise.finish(t.now, min(work, longest), &s.pauses), never-1)
	if s.vacant {
		s.done.sink(event{end, id})
		s.vacant = false
	} else {
		s.done.push(event{end, id})
	}
	t.plan(completion, s.done.first())
}

// completes answers a request and gives its station to the next: a refusal
// comes before a waiting request. What has just been answered still counts as in
// flight for the one that takes its place; in the closed model that makes
// the number in flight the concurrency.
func (t *Target) completes() {
	s := &t.service
	id := s.done[0].id
	s.vacant = true
	if t.requests.slots[id].why == refused {
		t.reply(id, int16(t.spec.Reject), refused)
		t.vacate()
	} else {
		t.finishServed(id)
	}
	if s.vacant {
		s.done.remove()
		s.vacant = false
		t.plan(completion, s.done.first())
	}
}

func (t *Target) finishServed(id int32) {
	s := &t.service
	s.served++
	if s.errors.strikes() {
		t.reply(id, 500, failed)
	} else {
		t.reply(id, 200, served)
	}
	if next := s.pool.release(); next != none {
		t.serve(next)
		t.plan(poolExpiry, s.pool.deadline())
	}
	t.vacate()
	s.inside--
}

// vacate frees a station and fills what is free.
func (t *Target) vacate() {
	t.occupy(-1)
	t.fill()
}

// fill gives free stations to those who wait.
func (t *Target) fill() {
	s := &t.service
	for s.busy < s.stations {
		switch {
		case s.refusals.n > 0:
			t.occupy(1)
			t.work(s.refusals.pop(), float64(t.spec.RejectCost))
		case s.waiting.n > 0:
			t.start(s.waiting.pop())
		default:
			return
		}
	}
}

// occupy changes how many stations are busy.
func (t *Target) occupy(by int) {
	s := &t.service
	s.scale.account(t.now, s.busy)
	s.busy += by
}
