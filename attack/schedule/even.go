package schedule

// even is evenly spaced points a unit apart. A whole schedule begins at 0; the
// i-th part of n runs at 1/n of the rate, where the others' turns make its
// first point i/n late.
type even struct{ first float64 }

func (e even) at(k int64) float64 { return e.first + float64(k) }

func (e even) split(i, n int) process {
	return even{first: (e.first + float64(i)) / float64(n)}
}

func (e even) walk(k int64) walker { return &stroll{even: e, k: k} }

type stroll struct {
	even even
	k    int64
}

func (s *stroll) next() float64 {
	at := s.even.at(s.k)
	s.k++
	return at
}
