package queueing

import (
	"fmt"
	"math"
	"time"
)

// MG1 is one server with service times of any distribution, of which only the
// coefficient of variation matters for the means.
type MG1 struct {
	Load
	cv float64
}

// NewMG1 is rate arrivals per second at one server whose service time has the
// mean service and the coefficient of variation cv (0 or more, finite).
func NewMG1(service time.Duration, cv, rate float64) (MG1, error) {
	if math.IsNaN(cv) || math.IsInf(cv, 0) || cv < 0 {
		return MG1{}, fmt.Errorf("coefficient of variation %v: want 0 or more", cv)
	}
	load, err := NewLoad(1, service, rate)
	return MG1{load, cv}, err
}

// MeanWait is the Pollaczek-Khinchine formula, ρS(1+cv²)/(2(1−ρ)) (Kleinrock,
// chapter 5).
func (q MG1) MeanWait() time.Duration { return span(q.wait()) }

func (q MG1) wait() float64 {
	rho := q.Utilization()
	return rho * q.service * (1 + q.cv*q.cv) / (2 * (1 - rho))
}

// MeanResponse is the mean wait and the mean service time.
func (q MG1) MeanResponse() time.Duration { return span(q.wait() + q.service) }

// MeanInFlight is Little's L.
func (q MG1) MeanInFlight() float64 { return q.rate * (q.wait() + q.service) }
