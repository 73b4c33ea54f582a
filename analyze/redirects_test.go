package analyze_test

import (
	"testing"

	"loadline/analyze"
	"loadline/attack/record"
)

// A redirect that was not followed counts as a success and is not the service.
func TestRedirectsThatWereNotFollowed(t *testing.T) {
	for name, c := range map[string]struct {
		codes map[string]int64
		want  bool
	}{
		"all":           {map[string]int64{"301": 1000}, true},
		"a few":         {map[string]int64{"200": 980, "302": 20}, true},
		"next to none":  {map[string]int64{"200": 995, "308": 5}, false},
		"not modified":  {map[string]int64{"304": 1000}, false},
		"nothing of it": {map[string]int64{"200": 1000}, false},
	} {
		run := record.Run{Complete: true, Steps: []record.Step{{
			Load: record.OpenLoad(100, record.Poisson), Scheduled: 1000, Sent: 1000,
			Counts: record.Counts{OK: 1000}, StatusCodes: c.codes,
		}}}
		if got := says(analyze.Conclude(&run), analyze.Redirected); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
