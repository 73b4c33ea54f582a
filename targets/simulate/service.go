package simulate

import "math/rand/v2"

// service is the state of the simulated service, whose parts are the effects
// that a spec composes.
type service struct {
	stations int // now: autoscaling changes it
	busy     int
	inside   int // admitted and not answered: waiting or served
	served   int64

	waiting  ring[int32]
	refusals ring[int32]
	done     heap // when stations will be done
	vacant   bool // its root is over, and the next to start may take the place

	sampler sampler
	random  *rand.Rand

	mean    float64 // of the service time, nanoseconds
	slow    slowness
	pauses  pauses
	noise   noise
	pool    pool
	limiter limiter
	errors  errorShare
	scale   scaling
}

// The streams of random numbers: one effect more does not change what another draws.
const (
	serviceStream = iota + 1
	errorStream
	noiseStream
	arrivalStream
)

func stream(seed, which uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, which)) }

func newService(s Spec, seed uint64) service {
	return service{
		stations: s.Servers,
		sampler:  newSampler(s.Dist, s.CV),
		random:   stream(seed, serviceStream),
		mean:     float64(s.Service),
		slow:     newSlowness(s),
		pauses:   newPauses(s),
		noise:    newNoise(s, seed),
		pool:     newPool(s),
		limiter:  newLimiter(s),
		errors:   newErrorShare(s, seed),
		scale:    newScaling(s),
	}
}
