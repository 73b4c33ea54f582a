package simulate

import "math/rand/v2"

// noise is a neighbour that is busy for spells of random length and takes a
// share of the capacity while it is. Spells and the time between them are
// exponential with the same mean, so that it is busy half of the time.
type noise struct {
	speed  float64 // of the service while the neighbour is busy; 0: no neighbour
	mean   float64 // of a spell, nanoseconds
	random *rand.Rand

	now    bool        // is it busy before the first of the changes?
	change ring[int64] // when it starts and stops, known ahead as far as work has looked
	last   int64       // the last of them
}

func newNoise(s Spec, seed uint64) noise {
	if s.Noise == 0 {
		return noise{}
	}
	return noise{speed: 1 - s.Noise, mean: float64(s.NoisePeriod) / 2, random: stream(seed, noiseStream)}
}

// horizon is how many changes work looks ahead; what lasts longer gets the mean
// speed from there on.
const horizon = 1000

// finish is when work of so many nanoseconds that starts now is done, in a
// world with pauses. Calls come in the order of time.
func (n *noise) finish(now int64, work float64, world *pauses) int64 {
	if n.speed == 0 {
		return world.finish(now, int64(work))
	}
	n.forget(now)
	busy, at := n.now, now
	for i := range horizon {
		speed := 1.0
		if busy {
			speed = n.speed
		}
		until := n.known(i)
		end := world.finish(at, int64(work/speed))
		if end <= until {
			return end
		}
		work -= speed * float64(world.between(at, until))
		busy, at = !busy, until
	}
	return world.finish(at, int64(work/((1+n.speed)/2)))
}

// forget drops the changes that are past.
func (n *noise) forget(now int64) {
	for n.known(0) <= now {
		n.change.pop()
		n.now = !n.now
	}
}

// known is the change number i from now, drawn where it was not yet.
func (n *noise) known(i int) int64 {
	for n.change.n <= i {
		n.last += 1 + int64(n.mean*n.random.ExpFloat64())
		n.change.push(n.last)
	}
	return n.change.at(i)
}
