package slo

import (
	"strconv"
	"time"
)

// Clause is one condition: a bound on a response time (Limit is set) or on a
// share of the requests (Limit is 0).
type Clause struct {
	Name  string        // "p99", "mean", "max", "errors", "shed"
	Limit time.Duration // response time, from the intended start
	Share float64       // 0-1: the requests that may break the clause
}

// tails are the shares of requests that may be slower than a quantile's limit.
var tails = map[string]float64{
	"p50": 0.5, "p90": 0.1, "p95": 0.05, "p99": 0.01, "p999": 0.001, "max": 0,
}

// Names of the clauses that are not quantiles.
const (
	Mean   = "mean"   // mean response time
	Errors = "errors" // errors and timeouts
	Shed   = "shed"   // refused on purpose
)

// Timed says whether the clause bounds a response time.
func (c Clause) Timed() bool { return c.Limit > 0 }

// String is the clause in canonical form: "p99<250ms", "errors<1%".
func (c Clause) String() string {
	if c.Timed() {
		return c.Name + "<" + duration(c.Limit)
	}
	return c.Name + "<" + strconv.FormatFloat(round(c.Share*100), 'g', -1, 64) + "%"
}

// duration is d without the zero units that time.Duration prints: "1m", not "1m0s".
func duration(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return strconv.FormatInt(int64(d/time.Hour), 10) + "h"
	case d >= time.Minute && d%time.Minute == 0 && d < time.Hour:
		return strconv.FormatInt(int64(d/time.Minute), 10) + "m"
	}
	return d.String()
}

// round takes off what floating point adds: 0.07*100 is 7.000000000000001.
func round(v float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	return r
}
