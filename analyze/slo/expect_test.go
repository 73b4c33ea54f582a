package slo_test

import (
	"math"
	"testing"
	"time"

	"loadline/analyze/slo"
	"loadline/attack/record"
)

// hinted is the capacity after one short, clean open step, so that theory decides.
func hinted(t *testing.T, of slo.Service) record.Estimate {
	t.Helper()
	step := slow(0, 40)
	step.Load.RateRPS = 0.2 * of.Max.Value
	return parsed(t, "p99<100ms").Capacity([]record.Step{step}, of).Capacity
}

// Times with a power's tail, of which the longest have not been seen, are
// trusted less far than exponential ones.
func TestHeavyTailsAreTrustedLess(t *testing.T) {
	even := service(4, 10*time.Millisecond)
	heavy := even
	heavy.Times = nil
	for i := range 1000 {
		at := 0.0055 * math.Pow(1-(float64(i)+0.5)/1000, -1/2.2)
		heavy.Times = append(heavy.Times, slo.Time{Length: time.Duration(at * 1e9), Weight: 1})
	}
	a, b := hinted(t, even), hinted(t, heavy)
	if b.Value > 0.93*a.Value {
		t.Errorf("heavy tails keep %+v, exponential times %+v", b, a)
	}
}

// Closed steps below the maximum show failures that do not depend on the load.
func TestFailuresAnyhow(t *testing.T) {
	of := service(4, 10*time.Millisecond)
	step := slow(0, 40)
	step.Load.RateRPS = 80
	rate := 200.0
	closed := record.Step{Phase: record.Refine, Load: record.ClosedLoad(2), Throughput: &rate, Counts: record.Counts{OK: 1940, Error: 60}}
	light, few := closed, 50.0
	light.Throughput = &few
	o := parsed(t, "errors<1%")
	if a := o.Capacity([]record.Step{step, closed, light}, of); a == nil || a.Infeasible < 0.95 {
		t.Errorf("3 %% fail whatever the load: %+v", a)
	}
	closed.Counts = record.Counts{OK: 2000}
	if a := o.Capacity([]record.Step{step, closed}, of); a == nil || a.Infeasible > 0.05 {
		t.Errorf("nothing fails: %+v", a)
	}
}

// Where the service times alone break the clause no rate keeps it, and that
// is said without any open trial; a capacity is not.
func TestTooSlowAlone(t *testing.T) {
	of := service(4, 50*time.Millisecond)
	o := parsed(t, "p99<100ms") // e^-2 of the service times are longer
	if a := o.Capacity(nil, of); a == nil || a.Infeasible < slo.Hopeless {
		t.Errorf("too slow alone: %+v", a)
	}
	if a := o.Capacity(nil, service(4, 10*time.Millisecond)); a != nil {
		t.Errorf("no open trial, and yet a capacity: %+v", a)
	}
}
