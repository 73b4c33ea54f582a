package usl

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Point is a rate measured at a concurrency, both above 0.
type Point struct{ Concurrency, Rate float64 }

// ErrPoints says that the concurrencies cannot tell the law's three parameters apart.
var ErrPoints = errors.New("the law wants at least three concurrencies")

// Fit is the law that fits the points best, by least squares of the relative
// error of N/X, which is linear in 1/λ, σ/λ and κ/λ. Neither σ nor κ is
// negative: where the free fit has one below 0, the best fit without it is taken.
func Fit(points []Point) (Law, error) {
	distinct := map[float64]bool{}
	for _, p := range points {
		if !(p.Concurrency > 0) || !(p.Rate > 0) || math.IsInf(p.Rate+p.Concurrency, 0) {
			return Law{}, fmt.Errorf("point %+v: want a concurrency and a rate above 0", p)
		}
		distinct[p.Concurrency] = true
	}
	if len(distinct) < 3 {
		return Law{}, ErrPoints
	}
	best, least := Law{}, math.Inf(1)
	for _, columns := range [][]int{{0, 1, 2}, {0, 1}, {0, 2}, {0}} {
		if l, ok := fit(points, columns); ok && residual(l, points) < least*(1-1e-12) {
			best, least = l, residual(l, points)
		}
	}
	return best, nil
}

// fit uses only some of the columns 1, N−1 and N(N−1); false where that
// gives a law that cannot be.
func fit(points []Point, columns []int) (Law, bool) {
	x := mat.NewDense(len(points), len(columns), nil)
	y := mat.NewVecDense(len(points), nil)
	for i, p := range points {
		n := p.Concurrency
		weight := p.Rate / n
		for j, c := range columns {
			x.Set(i, j, weight*[]float64{1, n - 1, n * (n - 1)}[c])
		}
		y.SetVec(i, 1)
	}
	var solved mat.VecDense
	if err := solved.SolveVec(x, y); err != nil {
		return Law{}, false
	}
	var b [3]float64
	for j, c := range columns {
		b[c] = solved.AtVec(j)
	}
	if b[0] <= 0 || b[1] < 0 || b[2] < 0 {
		return Law{}, false
	}
	return Law{Lambda: 1 / b[0], Sigma: b[1] / b[0], Kappa: b[2] / b[0]}, true
}

func residual(l Law, points []Point) (sum float64) {
	for _, p := range points {
		off := p.Rate/l.Rate(p.Concurrency) - 1
		sum += off * off
	}
	return sum
}
