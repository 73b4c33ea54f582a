package simulate

import "time"

// retryAfter is what the limiter asks a refused client to wait.
const retryAfter = int64(time.Second)

// again sends the next request of a closed slot whose last one has ended: at
// once, or after a pause where that one was refused. Without it a refused
// client would hammer.
func (t *Target) again(because why) {
	c := &t.client
	if c.open() || t.now >= c.end {
		return
	}
	switch because {
	case limited:
		t.putOff(t.now + retryAfter)
	case refused:
		t.putOff(t.now + int64(t.spec.Service))
	default:
		t.enqueue()
	}
}

// enqueue makes a slot ready to send now, as far as the generator can.
func (t *Target) enqueue() {
	c := &t.client
	c.ready.push(planned{t.now, c.ceiling.turn(t.now)})
	t.plan(send, c.turn())
}

// turn is when the first of the slots that are ready sends.
func (c *client) turn() int64 {
	if c.ready.n == 0 || c.ready.peek().at >= c.end {
		return never
	}
	return c.ready.peek().at
}

func (t *Target) putOff(until int64) {
	c := &t.client
	if until < c.end {
		c.resumes.push(event{at: until})
		t.plan(resume, c.resumes.first())
	}
}

// resumes makes a slot ready whose pause is over.
func (t *Target) resumes() {
	t.client.resumes.pop()
	t.plan(resume, t.client.resumes.first())
	t.enqueue()
}
