package knee

import "math"

// shape is how throughput bends, apart from its scale: at u times the
// concurrency where the two asymptotes meet, throughput is h(u) times the
// level of the flat one,
//
//	h(u) = (u^-p + d(u)^p)^(-1/p)
//
// a rise in proportion to u that gives way to a plateau or decline 1/d. Large
// p is a sharp corner (as many stations as requests), p = 1 the hyperbola of
// contention. The decline begins at the corner, d = 1 + a·(u−1) (service
// slows with what waits), or from the start, d = 1 + b·u (with p = 1 that is
// Gunther's Universal Scalability Law).
type shape struct {
	p      float64
	a, b   float64
	prior  float64
	peak   float64 // u of the maximum of h; +Inf where h never falls
	top    float64 // h there
	corner float64 // smallest u with h within Tolerance of the top
}

// shapes are all that are tried. A plateau is as likely as all declines.
var shapes = newShapes()

func newShapes() (out []shape) {
	sharp := []float64{1, 1.4, 2, 3, 4.5, 7, 12, 30, 300}
	for _, p := range sharp {
		out = append(out, shape{p: p, prior: 0.5 / float64(len(sharp))}.complete())
		declines := []float64{0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6}
		if p > 4 { // behind a network all that is beyond the corner waits
			declines = append(declines, 3.2, 6.4, 12.8)
		}
		for _, a := range declines {
			out = append(out, shape{p: p, a: a, prior: 0.3 / 7 / float64(len(sharp))}.complete())
		}
		for _, b := range []float64{0.05, 0.1, 0.2, 0.4, 0.8, 2, 8, 50} {
			out = append(out, shape{p: p, b: b, prior: 0.2 / 8 / float64(len(sharp))}.complete())
		}
	}
	return out
}

func (s shape) complete() shape {
	s.peak, s.top = math.Inf(1), 1
	if s.a > 0 || s.b > 0 {
		s.peak = s.summit()
		s.top, _ = s.at(s.peak)
	}
	s.corner = s.reach((1-Tolerance)*s.top, min(s.peak, 1e6))
	return s
}

// summit is the u of the maximum, by golden-section search on ln u: h is unimodal.
func (s shape) summit() float64 {
	const ratio = 0.6180339887498949
	low, high := math.Log(1e-2), math.Log(1e3)
	for high-low > 1e-6 {
		a, b := high-ratio*(high-low), low+ratio*(high-low)
		if ha, _ := s.at(math.Exp(a)); ha > s.value(math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	return math.Exp((low + high) / 2)
}

// reach is the smallest u below most with h(u) ≥ target, by bisection.
func (s shape) reach(target, most float64) float64 {
	low, high := 0.0, most
	for range 60 {
		middle := (low + high) / 2
		if s.value(middle) >= target {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

func (s shape) value(u float64) float64 {
	h, _ := s.at(u)
	return h
}

// at is h(u) and its elasticity d ln h / d ln u.
func (s shape) at(u float64) (h, elasticity float64) {
	d, slope := 1+s.b*u, s.b
	if u > 1 {
		d, slope = d+s.a*(u-1), slope+s.a
	}
	// Both terms over the larger one, so that no power overflows.
	rise, fall := -math.Log(u), math.Log(d)
	top := max(rise, fall)
	x, y := math.Exp(s.p*(rise-top)), math.Exp(s.p*(fall-top))
	return math.Exp(-top - math.Log(x+y)/s.p), (x - y*slope*u/d) / (x + y)
}
