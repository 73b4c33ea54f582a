package report

// LabelAt is where the name of a horizontal mark covers least: the left end of
// a label that lies on the mark, so wide and high. All are shares (0-1) of the
// plotting area. The right end is preferred, then the left.
func (c *Chart) LabelAt(x, y Scale, m Mark, width, height float64) float64 {
	const edge, step = 0.01, 0.05
	bottom := y.At(m.Value)
	best, least := 1-width-edge, -1
	for i := 0; ; i++ {
		left := 1 - width - edge - step*float64(i-1)
		switch {
		case i == 0:
			left = 1 - width - edge
		case i == 1:
			left = edge
		case left < edge:
			return best
		}
		if n := c.covered(x, y, left, left+width, bottom, bottom+height); least < 0 || n < least {
			best, least = left, n
		}
		if least == 0 {
			return best
		}
	}
}

// covered is how much of the lines and marks lies within a box.
func (c *Chart) covered(x, y Scale, left, right, bottom, top float64) int {
	within := func(px, py float64) int {
		if px >= left && px <= right && py >= bottom && py <= top {
			return 1
		}
		return 0
	}
	n := 0
	for _, m := range c.Marks {
		if !m.Horizontal {
			n += within(x.At(m.Value), bottom)
		}
	}
	for _, l := range c.Lines {
		path := l.Path()
		for i := range path {
			from := path[max(0, i-1)]
			n += sampled(x.At(from.X), y.At(from.Y), x.At(path[i].X), y.At(path[i].Y), within)
		}
	}
	return n
}

// sampled sums what a straight line touches on its way.
func sampled(x0, y0, x1, y1 float64, within func(x, y float64) int) int {
	const samples = 40
	n := 0
	for i := range samples + 1 {
		at := float64(i) / samples
		n += within(x0+at*(x1-x0), y0+at*(y1-y0))
	}
	return n
}
