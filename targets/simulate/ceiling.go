package simulate

// ceiling is the most that the generator can send: it takes a time for each
// request, one after the other.
type ceiling struct {
	gap  float64 // nanoseconds; 0: no ceiling
	free float64 // when it can send the next
}

func newCeiling(limit float64) ceiling {
	if limit == 0 {
		return ceiling{}
	}
	return ceiling{gap: 1e9 / limit}
}

// turn is when a request that is wanted at intended is sent.
func (c *ceiling) turn(intended int64) int64 {
	if c.gap == 0 {
		return intended
	}
	at := max(float64(intended), c.free)
	c.free = at + c.gap
	return int64(at)
}
