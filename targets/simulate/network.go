package simulate

// network delays by half a round trip each way. The delay is the same for
// all, so that nothing overtakes and two queues are enough.
type network struct {
	delay               int64
	toService, toClient ring[event]
}

func (t *Target) toService(id int32) {
	t.network.toService.push(event{t.now + t.network.delay, id})
	t.next[arrival] = due(&t.network.toService)
}

// arrives takes a request in, unless the world stands still.
func (t *Target) arrives() {
	if wake := t.service.pauses.thaw(t.now); wake > t.now {
		t.next[arrival] = wake
		return
	}
	id := t.network.toService.pop().id
	t.next[arrival] = due(&t.network.toService)
	t.admit(id)
}

// reply sends the answer on its way.
func (t *Target) reply(id int32, status int16, because why) {
	it := &t.requests.slots[id]
	it.status, it.why = status, because
	t.network.toClient.push(event{t.now + t.network.delay, id})
	t.next[answer] = due(&t.network.toClient)
}

// answers delivers an answer; the slot of a request that nobody waits for is free.
func (t *Target) answers() {
	id := t.network.toClient.pop().id
	t.next[answer] = due(&t.network.toClient)
	if !t.requests.slots[id].abandoned {
		t.receive(id)
	}
	t.requests.release(id)
}
