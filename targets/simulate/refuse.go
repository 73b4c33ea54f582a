package simulate

// refuse turns a request away, at once where that costs nothing.
func (t *Target) refuse(id int32) {
	if t.spec.RejectCost == 0 {
		t.reply(id, int16(t.spec.Reject), refused)
		return
	}
	t.requests.slots[id].why = refused
	t.service.refusals.push(id)
}
