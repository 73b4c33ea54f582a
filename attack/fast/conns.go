package fast

import "time"

// conns are all connections of a loop.
type conns struct {
	all     []*conn // by index; nil: free
	free    []uint32
	made    uint32 // so far: a token names a connection, not the place of one
	opening queue
	leaving queue
}

// add gives a connection its token.
func (cs *conns) add(c *conn) {
	if last := len(cs.free) - 1; last >= 0 {
		c.index, cs.free = cs.free[last], cs.free[:last]
	} else {
		c.index = uint32(len(cs.all))
		cs.all = append(cs.all, nil)
	}
	cs.made++
	c.number = cs.made
	cs.all[c.index] = c
}

func (cs *conns) remove(c *conn) {
	cs.all[c.index] = nil
	cs.free = append(cs.free, c.index)
}

// find is the connection with a token, nil where it is gone.
func (cs *conns) find(token uint64) *conn {
	index, number := uint32(token), uint32(token>>32)
	if int(index) >= len(cs.all) || cs.all[index] == nil || cs.all[index].number != number {
		return nil
	}
	return cs.all[index]
}

// shift moves the connections' clock to a load that began so much later.
func (cs *conns) shift(by time.Duration) {
	for _, c := range cs.all {
		if c != nil {
			c.since -= by
		}
	}
}

func (cs *conns) closeAll() {
	for _, c := range cs.all {
		if c != nil {
			c.close()
		}
	}
	cs.opening, cs.leaving = nil, nil
}

// queue are connections that entered a state one after the other. Those that
// have left it since are passed over.
type queue []*conn

// expire calls end for those that have been in the state since the time or longer.
func (q *queue) expire(in state, since time.Duration, end func(*conn)) {
	for len(*q) > 0 {
		oldest := (*q)[0]
		if oldest.state == in && oldest.since > since {
			return
		}
		(*q)[0] = nil
		*q = (*q)[1:]
		if oldest.state == in {
			end(oldest)
		}
	}
}
