package analyze_test

import (
	"testing"

	"loadline/analyze"
	"loadline/attack/record"
)

// in is a closed step of which so many passed and so many were refused.
func in(concurrency int, ok, shed int64) record.Step {
	return record.Step{Phase: record.Refine, Load: record.ClosedLoad(concurrency), Counts: record.Counts{OK: ok, Shed: shed}}
}

// Places are bracketed by what was never refused and what was; a stray refusal
// and a step of a few requests say nothing.
func TestPlaces(t *testing.T) {
	for name, test := range map[string]struct {
		steps []record.Step
		want  analyze.Places
	}{
		"never refused": {[]record.Step{in(1, 100, 0), in(64, 900, 0)}, analyze.Places{Never: 64}},
		"bracketed":     {[]record.Step{in(4, 100, 0), in(16, 500, 300), in(8, 200, 0), in(9, 400, 20)}, analyze.Places{Never: 8, Some: 9}},
		"stray":         {[]record.Step{in(4, 5000, 1), in(8, 900, 0)}, analyze.Places{Never: 8}},
		"few":           {[]record.Step{in(4, 3, 0), in(8, 100, 50)}, analyze.Places{Some: 8}},
		"contradiction": {[]record.Step{in(4, 100, 50), in(8, 300, 0)}, analyze.Places{Some: 4}},
		"nothing":       {nil, analyze.Places{}},
	} {
		if got := analyze.PlacesOf(test.steps); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
