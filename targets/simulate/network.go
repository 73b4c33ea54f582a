package simulate

// network delays by half a round trip each way. The delay is the same for
// all, so that nothing overtakes and two queues are enough.
type network struct {
	delay               int64
	direct              bool // no delay and no pause: nothing ever waits here
	toService, toClient ring[event]
}

func (t *Target) toService(id int32) {
	if t.network.direct {
		t.admit(id)
		return
	}
	t.network.toService.push(event{t.now + t.network.delay, id})
	t.plan(arrival, due(&t.network.toService))
}

// arrives takes a request in, unless the world stands still.
func (t *Target) arrives() {
	if wake := t.service.pauses.thaw(t.now); wake > t.now {
		t.plan(arrival, wake)
		return
	}
	id := t.network.toService.pop().id
	t.plan(arrival, due(&t.network.toService))
	t.admit(id)
}

// reply sends the answer on its way.
func (t *Target) reply(id int32, status int16, because why) {
	it := &t.requests.slots[id]
	it.status, it.why = status, because
	if t.network.direct {
		t.deliver(id)
		return
	}
	t.network.toClient.push(event{t.now + t.network.delay, id})
	t.plan(answer, due(&t.network.toClient))
}

// answers delivers the next answer.
func (t *Target) answers() {
	id := t.network.toClient.pop().id
	t.plan(answer, due(&t.network.toClient))
	t.deliver(id)
}

// deliver hands an answer to the client, where it still waits.
func (t *Target) deliver(id int32) {
	if !t.requests.slots[id].abandoned {
		t.receive(id)
	}
	t.requests.release(id)
}
