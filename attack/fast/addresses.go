package fast

import "loadline/attack/fast/poll"

// addresses are a loop's view of where an origin is: connections go to each in
// turn, and one that cannot be reached is passed over until the name is looked
// up again, or until there is no other.
type addresses struct {
	found *found
	turn  int
	dead  []bool // by place in found
}

// renew takes what was found last.
func (a *addresses) renew(f *found) {
	if a.found != f {
		a.found, a.dead = f, make([]bool, len(f.addresses))
	}
}

// pick is the address whose turn it is.
func (a *addresses) pick() poll.Address {
	for range a.dead {
		if !a.dead[a.turn%len(a.dead)] {
			break
		}
		a.turn++
	}
	a.turn++
	return a.found.addresses[(a.turn-1)%len(a.dead)]
}

// avoid passes an address over from now on.
func (a *addresses) avoid(address poll.Address) {
	living := 0
	for i := range a.dead {
		a.dead[i] = a.dead[i] || a.found.addresses[i] == address
		if !a.dead[i] {
			living++
		}
	}
	if living == 0 {
		clear(a.dead)
	}
}
