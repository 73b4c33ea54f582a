package knee

import "math"

// fit is one shape put through the levels: scale and place by least squares,
// in logarithms.
type fit struct {
	shape
	rate, place      float64 // of the plateau, per second; of the corner of the asymptotes
	varRate, varKnee float64 // variances of their logarithms
	covariance       float64
	misfit           float64 // sum of squares over the variances
	evidence         float64 // logarithm of prior and Occam factor
	weight           float64 // posterior probability of the shape
}

// at is the rate at a concurrency.
func (f *fit) at(concurrency float64) float64 {
	if concurrency <= 0 {
		return 0
	}
	return f.rate * f.value(concurrency/f.place)
}

// most is the greatest rate of any whole concurrency up to the given one, and
// the standard error of its logarithm.
func (f *fit) most(concurrency float64) (rate, err float64) {
	peak := min(f.peak*f.place, concurrency)
	at := max(math.Floor(peak), 1)
	if above := min(at+1, max(concurrency, 1)); f.at(above) > f.at(at) {
		at = above
	}
	const beyond = 1.02 // a sharp corner belongs to the plateau that begins there
	_, elasticity := f.shape.at(beyond * at / f.place)
	variance := f.varRate - 2*elasticity*f.covariance + elasticity*elasticity*f.varKnee
	return f.at(at), math.Sqrt(max(variance, 0))
}

// sample is a level as the fit sees it.
type sample struct{ n, rate, variance float64 }

// samples adds to each level's own variance what the shapes themselves may be
// off: little near the best level, more the farther away, and beyond it the
// more of the rate is lost, so that what happens far from the knee does not bend it.
//
// Where half of it is lost a service works unlike it did around its best, and
// that is left out.
func samples(levels []Level) (out []sample) {
	const off, perFold = 0.006, 0.03
	const lost, half = 0.08, 0.5
	const few = 3 // added to both, since among a few a step is a large share
	top := best(levels)
	for _, l := range levels {
		if l.Concurrency > 2*top.Concurrency && l.Rate < half*top.Rate {
			continue
		}
		doubt := l.Rate * (off + perFold*math.Abs(math.Log((l.Concurrency+few)/(top.Concurrency+few))))
		if l.Concurrency > top.Concurrency {
			doubt += lost * (top.Rate - l.Rate)
		}
		out = append(out, sample{l.Concurrency, l.Rate, l.Error*l.Error + doubt*doubt})
	}
	return out
}

// best is the level of the greatest rate.
func best(levels []Level) (top Level) {
	for _, l := range levels {
		if l.Rate > top.Rate {
			top = l
		}
	}
	return top
}

// through fits the shape by Gauss-Newton with halved steps, which converges
// from the asymptotes' own corner in a handful.
func (s shape) through(all []sample, rate, place float64) fit {
	f := fit{shape: s, rate: rate, place: place}
	f.misfit = f.squares(all)
	first, last := all[0].n, all[len(all)-1].n
	for range 12 {
		a, b, c, g, h := f.normal(all)
		det := a*c - b*b
		if det <= 1e-12*a*c {
			break
		}
		dRate, dPlace := (c*g-b*h)/det, (a*h-b*g)/det
		next := f
		ok := false
		for scale := 1.0; scale > 0.02 && !ok; scale /= 2 {
			next.rate = f.rate * math.Exp(clamp(scale*dRate, 1))
			next.place = min(max(f.place*math.Exp(clamp(scale*dPlace, 1)), first/4, 1), last*40)
			next.misfit = next.squares(all)
			ok = next.misfit < f.misfit
		}
		if !ok {
			break
		}
		done := f.misfit-next.misfit < 1e-4
		f = next
		if done {
			break
		}
	}
	f.errors(all)
	return f
}

func clamp(x, most float64) float64 { return max(-most, min(x, most)) }

func (f *fit) squares(all []sample) (sum float64) {
	for _, s := range all {
		off := s.rate - f.at(s.n)
		sum += off * off / s.variance
	}
	return sum
}

// normal is the normal matrix (a b; b c) and the right side (g, h) for the
// logarithms of rate and place.
func (f *fit) normal(all []sample) (a, b, c, g, h float64) {
	for _, s := range all {
		value, elasticity := f.shape.at(s.n / f.place)
		x := f.rate * value
		dRate, dPlace := x, -x*elasticity
		off := s.rate - x
		a += dRate * dRate / s.variance
		b += dRate * dPlace / s.variance
		c += dPlace * dPlace / s.variance
		g += dRate * off / s.variance
		h += dPlace * off / s.variance
	}
	return a, b, c, g, h
}

// errors are from the inverse of the normal matrix.
func (f *fit) errors(all []sample) {
	const loose = 0.5 // prior standard deviation of both logarithms
	a, b, c, _, _ := f.normal(all)
	a, c = a+1/(loose*loose), c+1/(loose*loose)
	det := a*c - b*b
	f.varRate, f.varKnee, f.covariance = c/det, a/det, -b/det
	f.evidence = math.Log(f.prior) - math.Log(det)/2
}
