package limits

import "fmt"

// Share is what one of several equals gets of a limit.
type Share struct {
	Each int    // the limit of one
	Of   int    // how many share; 1 where nothing is divided
	What string // "proxies", "workers"; "" where nothing is divided
	Lost int    // of the limit, by rounding down
	Cut  int    // of the limit, because the format holds no larger one
}

// divide gives each of n its share, rounded down: together they must never
// exceed the limit. It fails where a share would be 0.
func divide(limit, n int, what string) (Share, error) {
	if n > limit {
		return Share{}, fmt.Errorf("a limit of %d cannot be divided among %d %s: each lets at least one request through", limit, n, what)
	}
	return Share{Each: limit / n, Of: n, What: what, Lost: limit % n}, nil
}

// within cuts the share down to what the format can hold.
func (s Share) within(most int) Share {
	if most > 0 && s.Each > most {
		s.Cut = s.Each - most
		s.Each = most
	}
	return s
}
