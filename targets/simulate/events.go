package simulate

// advance lets the service work until then.
func (t *Target) advance(until int64) {
	for _, at := t.earliest(); at <= until; _, at = t.earliest() {
		t.step()
	}
	t.now = until
	t.seen.Store(until)
}

// step lets the next event happen.
func (t *Target) step() {
	source, at := t.earliest()
	t.now = at
	t.happen(source)
}

// happen lets the next event of a source happen.
func (t *Target) happen(source int) {
	switch source {
	case completion:
		t.completes()
	case poolExpiry:
		t.starves()
	case rescale:
		t.rescales()
	case answer:
		t.answers()
	case arrival:
		t.arrives()
	case resume:
		t.resumes()
	case send:
		t.sends()
	case expiry:
		t.expires()
	}
}
