package slo_test

import (
	"math"
	"testing"

	"loadline/analyze/slo"
	"loadline/attack/record"
)

var thousand = record.Estimate{Value: 1000, Low: 985, High: 1015, Confidence: 0.95}

func posterior(points ...slo.Point) slo.Posterior {
	return slo.NewPosterior(points, 0.01, thousand, slo.Expectation{}, nil)
}

// A density is one whatever the evidence, and its quantiles rise.
func TestPosteriorIsADensity(t *testing.T) {
	for name, p := range map[string]slo.Posterior{
		"no evidence":   posterior(),
		"good":          posterior(slo.Point{Rate: 500, Bad: 0, Total: 2000}),
		"bad":           posterior(slo.Point{Rate: 500, Bad: 900, Total: 1000}),
		"contradictory": posterior(slo.Point{Rate: 300, Bad: 500, Total: 1000}, slo.Point{Rate: 900, Bad: 0, Total: 5000}),
		"beyond":        posterior(slo.Point{Rate: 5000, Bad: 10, Total: 10}),
		"a lot":         posterior(slo.Point{Rate: 800, Bad: 1e6, Total: 1e8}),
	} {
		sum := 0.0
		for _, d := range p.Density {
			if !(d >= 0) {
				t.Fatalf("%s: density %v", name, d)
			}
			sum += d
		}
		if math.Abs(sum-1) > 1e-6 || !(p.Infeasible >= 0 && p.Infeasible <= 1) {
			t.Errorf("%s: the density adds up to %v, infeasible with %v", name, sum, p.Infeasible)
		}
		last := 0.0
		for q := 0.01; q < 1; q += 0.01 {
			if rate := p.Quantile(q); rate < last || rate > 1.05*thousand.Value {
				t.Fatalf("%s: the %v-quantile is %v after %v", name, q, rate, last)
			} else {
				last = rate
			}
		}
		e := p.Estimate(0.95)
		if e.Value > p.Quantile(0.5) || e.Value < p.Quantile(0.2) || e.Low > e.Value || e.High < e.Value || e.Confidence != 0.95 {
			t.Errorf("%s: %+v is not a little below the median in its interval", name, e)
		}
	}
}

func TestPosteriorLearns(t *testing.T) {
	none, some := posterior().Estimate(0.95), posterior(slo.Point{Rate: 700, Bad: 5, Total: 500}).Estimate(0.95)
	much := posterior(slo.Point{Rate: 700, Bad: 500, Total: 50000}).Estimate(0.95)
	if !(much.HalfWidth() < some.HalfWidth() && some.HalfWidth() < none.HalfWidth()) || math.Abs(much.Value/700-1) > 0.03 {
		t.Errorf("%+v, then %+v, then %+v; the allowance is met at 700", none, some, much)
	}
	good, bad := posterior(slo.Point{Rate: 700, Bad: 0, Total: 1000}), posterior(slo.Point{Rate: 700, Bad: 50, Total: 1000})
	if good.Quantile(0.1) < 680 || bad.Quantile(0.9) > 710 {
		t.Errorf("with 700 good the answer is from %v, with 700 bad up to %v", good.Quantile(0.1), bad.Quantile(0.9))
	}
	if hopeless := posterior(slo.Point{Rate: 50, Bad: 100, Total: 1000}, slo.Point{Rate: 700, Bad: 100, Total: 1000}); hopeless.Infeasible < 0.9 {
		t.Errorf("a flat 10 %% is infeasible with %v only", hopeless.Infeasible)
	}
}

func TestPosteriorOutOfRange(t *testing.T) {
	for name, p := range map[string]slo.Posterior{
		"zero value":    {},
		"none allowed":  slo.NewPosterior(nil, 0, thousand, slo.Expectation{}, nil),
		"all allowed":   slo.NewPosterior(nil, 1, thousand, slo.Expectation{}, nil),
		"no throughput": slo.NewPosterior(nil, 0.01, record.Estimate{}, slo.Expectation{}, nil),
	} {
		if e := p.Estimate(0.95); e.Value != 0 || e.Low != 0 || e.High != 0 || p.Infeasible != 0 {
			t.Errorf("%s: %+v", name, e)
		}
	}
}
