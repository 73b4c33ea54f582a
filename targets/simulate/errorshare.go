package simulate

import "math/rand/v2"

// errorShare fails a flat share of the requests, after they were served.
type errorShare struct {
	share  float64
	random *rand.Rand
}

func newErrorShare(s Spec, seed uint64) errorShare {
	return errorShare{s.Errors, stream(seed, errorStream)}
}

func (e *errorShare) strikes() bool { return e.share > 0 && e.random.Float64() < e.share }
