package simulate

// pool is a set of connections of which a request holds one while it is
// served. It waits for one in its station, and gives up after a time.
type pool struct {
	size, used int // size 0: no pool
	timeout    int64
	waiting    ring[event] // by deadline, which is also the order of arrival
}

func newPool(s Spec) pool { return pool{size: s.Pool, timeout: int64(s.PoolTimeout)} }

// acquire takes a connection, or a place in the queue for one.
func (p *pool) acquire(now int64, id int32) bool {
	if p.size == 0 {
		return true
	}
	if p.used < p.size {
		p.used++
		return true
	}
	p.waiting.push(event{now + p.timeout, id})
	return false
}

// release gives the connection to the first who waits for it, or back.
func (p *pool) release() int32 {
	if p.size == 0 {
		return none
	}
	if p.waiting.n > 0 {
		return p.waiting.pop().id
	}
	p.used--
	return none
}

// deadline is when the first who waits gives up.
func (p *pool) deadline() int64 { return due(&p.waiting) }

// starves answers the request that has waited too long for a connection.
func (t *Target) starves() {
	s := &t.service
	if wake := s.pauses.thaw(t.now); wake > t.now {
		t.plan(poolExpiry, wake)
		return
	}
	id := s.pool.waiting.pop().id
	t.plan(poolExpiry, s.pool.deadline())
	t.reply(id, 500, starved)
	t.vacate()
	s.inside--
}
