package slo_test

import (
	"math"
	"testing"
	"time"

	"loadline/analyze/knee"
	"loadline/analyze/queueing"
	"loadline/analyze/slo"
	"loadline/attack/record"
)

// service is what a closed model shows of an M/M/c service.
func service(servers int, each time.Duration) slo.Service {
	most := queueing.Capacity(servers, each)
	return slo.Service{
		Max:        record.Estimate{Value: most, Low: 0.985 * most, High: 1.015 * most, Confidence: slo.Confidence},
		Dispersion: 1, Times: sampled(each), Arrivals: record.Poisson,
	}
}

// sampled is a thousand service times, evenly spaced in probability.
func sampled(mean time.Duration) (out []slo.Time) {
	for i := range 1000 {
		t := -mean.Seconds() * math.Log(1-(float64(i)+0.5)/1000)
		out = append(out, slo.Time{Length: time.Duration(t * 1e9), Weight: 1})
	}
	return out
}

// Queues simulated below and around the rate at which Erlang's formula puts
// the objective: that rate is found, with an interval that holds it.
func TestCapacityIsErlangs(t *testing.T) {
	const servers, each, limit, runs = 8, 10 * time.Millisecond, 60 * time.Millisecond, 24
	truth, err := queueing.MMcCapacity(servers, each, limit, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	covered, near, bias := 0, 0, 0.0
	for run := range runs {
		random := seeded(run)
		var steps []record.Step
		for _, part := range []float64{0.8, 0.9, 0.95, 0.98, 1.02} {
			steps = append(steps, queue(random, servers, each, limit, part*truth, 20))
		}
		got := parsed(t, "p99<60ms").Capacity(steps, service(servers, each)).Capacity
		inOrder(t, "run", got, 1.03*800)
		if got.Low <= truth && truth <= got.High {
			covered++
		}
		if math.Abs(got.Value/truth-1) < 0.06 {
			near++
		}
		bias += (got.Value/truth - 1) / runs
		if half := got.HalfWidth(); half > 0.08 {
			t.Errorf("run %d: %+v is known to %v only", run, got, half)
		}
	}
	if covered < 20 || near < 22 || math.Abs(bias) > 0.03 {
		t.Errorf("of %d runs %d cover %v, %d come near it, and the mean is %v off", runs, covered, truth, near, bias)
	}
}

func inOrder(t *testing.T, name string, e record.Estimate, most float64) {
	t.Helper()
	if !(0 < e.Low && e.Low <= e.Value && e.Value <= e.High && e.High <= most) || e.Confidence != slo.Confidence {
		t.Errorf("%s: %+v is not in order or above %v", name, e, most)
	}
}

// offered is a step at a rate of which a share was slower than 100 ms.
func offered(rate float64, bad, total int64) record.Step {
	step := slow(bad, total)
	step.Load.RateRPS = rate
	return step
}

// Without a step that counts, or a clause that limits a share, there is nothing to say.
func TestCapacityOfNoEvidence(t *testing.T) {
	cause := "cpu"
	limited, beyond, closed := offered(500, 5, 1000), offered(500, 5, 1000), offered(500, 5, 1000)
	limited.Generator.Limited = &cause
	beyond.Phase = record.Overload
	closed.Load = record.ClosedLoad(8)
	spoiled := []record.Step{limited, beyond, closed, offered(0, 5, 1000), offered(-1, 5, 1000), offered(math.NaN(), 5, 1000), offered(500, 0, 0), {}}
	for name, steps := range map[string][]record.Step{"nothing": nil, "spoiled": spoiled} {
		if a := parsed(t, "p99<100ms,errors<1%").Capacity(steps, service(8, 10*time.Millisecond)); a != nil {
			t.Errorf("%s: %+v, want nothing", name, a.Capacity)
		}
	}
	for i := range spoiled {
		if slo.Evidence(&spoiled[i]) {
			t.Errorf("step %d is evidence: %+v", i, spoiled[i].Load)
		}
	}
	good := offered(500, 5, 1000)
	if a := parsed(t, "mean<10ms").Capacity([]record.Step{good}, service(8, 10*time.Millisecond)); a != nil {
		t.Errorf("of the mean alone: %+v, want nothing", a.Capacity)
	}
}

// Broken at every rate, down to a hundredth of the maximum, no rate will do;
// kept at each, some will, and more than was tried.
func TestCapacityOfAllFailingAndAllGood(t *testing.T) {
	of := service(8, 10*time.Millisecond)
	var bad, good []record.Step
	for _, rate := range []float64{20, 200, 400, 600} {
		failed := record.Step{Load: record.OpenLoad(rate, record.Poisson), Counts: record.Counts{Error: 1000}}
		bad, good = append(bad, failed), append(good, offered(rate, 0, 5000))
	}
	for _, objective := range []string{"p99<100ms", "errors<1%", "p99<100ms,errors<1%"} {
		a := parsed(t, objective).Capacity(bad, of)
		inOrder(t, objective, a.Capacity, 1.03*800)
		if a.Infeasible < 0.99 {
			t.Errorf("%s: all fail, but infeasible with %v only", objective, a.Infeasible)
		}
		a = parsed(t, objective).Capacity(good, of)
		inOrder(t, objective, a.Capacity, 1.03*800)
		if a.Infeasible > 0.01 || a.Capacity.Value < 600 {
			t.Errorf("%s: all hold up to 600, but %+v, infeasible with %v", objective, a.Capacity, a.Infeasible)
		}
	}
}

// Failures that begin at a rate bind before response times do; while they are
// few they bind nothing.
func TestCapacityNamesTheClauseThatBinds(t *testing.T) {
	of := service(8, 10*time.Millisecond)
	var few, many []record.Step
	for _, rate := range []float64{300, 400, 500, 600, 700} {
		few, many = append(few, offered(rate, 0, 5000)), append(many, offered(rate, 0, 5000))
		if rate > 450 {
			many[len(many)-1].Counts = record.Counts{OK: 4000, Error: 1000}
		}
	}
	s := parsed(t, "p99<100ms,errors<1%")
	if a := s.Capacity(few, of); a.Clause.Name != "p99" || a.Capacity.Value < 700 {
		t.Errorf("without an error %s binds at %+v", a.Clause, a.Capacity)
	}
	if a := s.Capacity(many, of); a.Clause.Name != slo.Errors || a.Capacity.Value < 380 || a.Capacity.Value > 500 {
		t.Errorf("with errors from 500 on %s binds at %+v", a.Clause, a.Capacity)
	}
}

// A queue that ran away at once counted hardly anything, and shows all the more.
func TestCapacityBelievesARunaway(t *testing.T) {
	of := service(8, 10*time.Millisecond)
	calm := []record.Step{offered(400, 2, 5000)}
	runaway := record.Step{Load: record.OpenLoad(600, record.Poisson), Stopped: "in flight"}
	s := parsed(t, "p99<100ms")
	before, after := s.Capacity(calm, of).Capacity, s.Capacity(append(calm, runaway), of).Capacity
	if after.High >= 620 || before.High <= 620 {
		t.Errorf("up to %v before and %v after the queue ran away at 600", before.High, after.High)
	}
}

// Where the service may tip over, no rate beyond is an answer.
func TestCapacityStaysBelowTheTip(t *testing.T) {
	of := service(8, 10*time.Millisecond)
	steps := []record.Step{offered(400, 0, 5000)}
	of.Tips = []knee.Tip{{Rate: 480, Probability: 0.5}, {Rate: 520, Probability: 0.5}}
	got := parsed(t, "p99<100ms").Capacity(steps, of).Capacity
	if got.High > 560 || got.Value < 420 || got.Value > 530 {
		t.Errorf("%+v, though it tips over at 480 or 520", got)
	}
}

// Nothing in a step or a service makes the answer infinite or out of order.
func TestCapacityOfHostileSteps(t *testing.T) {
	s := parsed(t, "p99<100ms,mean<1ms,errors<1%,shed<5%")
	of := service(8, 10*time.Millisecond)
	for name, step := range hostile() {
		steps := []record.Step{step, offered(300, 3, 3000), step}
		if a := s.Capacity(steps, of); a == nil || !(a.Infeasible >= 0 && a.Infeasible <= 1) {
			t.Errorf("%s: %+v", name, a)
		} else {
			inOrder(t, name, a.Capacity, 1.03*800)
		}
	}
	for name, of := range map[string]slo.Service{
		"nothing known": {}, "no maximum": {Dispersion: 1, Times: sampled(time.Millisecond)},
		"steady": {Max: record.Estimate{Value: 800, Low: 800, High: 800}, Arrivals: record.Constant},
		"wild":   {Max: record.Estimate{Value: 800, Low: 10, High: 5000}, Dispersion: 1e6, Times: sampled(time.Hour)},
	} {
		a := s.Capacity([]record.Step{offered(300, 3, 3000)}, of)
		if a == nil {
			continue
		}
		if e := a.Capacity; !(0 <= e.Low && e.Low <= e.Value && e.Value <= e.High) || math.IsInf(e.High, 0) {
			t.Errorf("%s: %+v is not in order", name, e)
		}
	}
}

// The evidence counts for what it is worth apart from its clumping.
func TestPointsAreTheEvidence(t *testing.T) {
	of := service(8, 10*time.Millisecond)
	steps := []record.Step{offered(100, 10, 1000), offered(700, 10, 1000), {}}
	points := parsed(t, "p99<100ms").Points(slo.Clause{Name: "p99", Limit: 100 * time.Millisecond, Share: 0.01}, steps, of)
	if len(points) != 2 || points[0].Rate != 100 || points[1].Rate != 700 {
		t.Fatalf("points %+v, want those of 100/s and 700/s", points)
	}
	for _, p := range points {
		if p.Total > 1000 || math.Abs(p.Bad/p.Total-0.01) > 1e-12 {
			t.Errorf("%+v is not 1 %% of up to 1000", p)
		}
	}
	if points[1].Total >= points[0].Total {
		t.Errorf("near the maximum %v requests are worth as much as %v at a low rate", points[1].Total, points[0].Total)
	}
}
