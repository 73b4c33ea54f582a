package fast

import (
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/targets"
)

// flight is one request from its start to its end, whatever connections and
// redirects it takes.
type flight struct {
	tally.Request
	target  *targets.Request
	message *message
	conn    *conn         // that carries it; nil while it has none
	waits   bool          // for a connection
	retried bool          // it was sent again after its connection had gone stale
	hops    int           // redirects followed
	pause   time.Duration // what the response asks the client to wait, if it was refused
	in, out int64         // bytes of bodies

	older, newer *flight // in the order in which they were sent
}

// flights are those under way, oldest first. All have the same time-out, so
// that this is the order of their deadlines, too.
type flights struct{ oldest, newest *flight }

func (all *flights) add(f *flight) {
	f.older, f.newer = all.newest, nil
	if all.newest != nil {
		all.newest.newer = f
	} else {
		all.oldest = f
	}
	all.newest = f
}

func (all *flights) remove(f *flight) {
	if f.older != nil {
		f.older.newer = f.newer
	} else {
		all.oldest = f.newer
	}
	if f.newer != nil {
		f.newer.older = f.older
	} else {
		all.newest = f.older
	}
	f.older, f.newer = nil, nil
}

// answered judges the flight by its response.
func (f *flight) answered(o *engine.Options, status int, at time.Duration) {
	f.Status, f.Done = status, at
	f.Outcome, f.Class, f.Example = o.Judge(status)
}

// failed judges the flight by what kept it from having one.
func (f *flight) failed(err error, at time.Duration) {
	f.Status, f.Done = 0, at
	f.Outcome, f.Class, f.Example = engine.Classify(err)
}

// refused says whether the closed model must not go on at once: the service
// refused on purpose, or there was nothing to send the request on.
func (f *flight) refused() bool {
	return f.Outcome == record.Shed || f.Status == 0 && f.Outcome == record.Error
}
