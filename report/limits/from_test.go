package limits_test

import (
	"errors"
	"strings"
	"testing"

	"loadline/attack/record"
	"loadline/report/limits"
)

func TestFromRefusesWhatIsNotTrusted(t *testing.T) {
	for name, c := range map[string]struct {
		spoil  func(*record.Run)
		reason string
	}{
		"partial":           {func(r *record.Run) { r.Complete = false }, "partial"},
		"no capacity":       {func(r *record.Run) { r.Capacity = nil }, "no capacity"},
		"nothing succeeded": {func(r *record.Run) { r.Capacity.Outcome = record.None }, "nothing succeeded"},
		"generator":         {func(r *record.Run) { r.Capacity.Outcome = record.GeneratorLimited }, "generator was the limit"},
		"unsteady":          {func(r *record.Run) { r.Capacity.Outcome = record.Unsteady }, "unsteady"},
		"rate limit":        {func(r *record.Run) { r.Capacity.Outcome = record.RateLimited }, "rate limit"},
		"lower bound":       {func(r *record.Run) { r.Capacity.Outcome = record.LowerBound }, "still rising"},
		"unknown outcome":   {func(r *record.Run) { r.Capacity.Outcome = "fine" }, `"fine"`},
		"no recommendation": {func(r *record.Run) { r.Recommendation = nil }, "recommends none"},
		"failed finding": {func(r *record.Run) {
			r.Findings = []record.Finding{{Kind: "drift", Severity: record.Fail, Text: "it drifted away"}}
		}, "it drifted away"},
	} {
		t.Run(name, func(t *testing.T) {
			r := run(8)
			c.spoil(r)
			_, err := limits.From(r, limits.Options{})
			if _, ok := errors.AsType[*limits.Untrusted](err); !ok || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("got error %v, want one about %q", err, c.reason)
			}
		})
	}
}

func TestFromTakesDoubtsThatDoNotTakeTheAnswerAway(t *testing.T) {
	r := run(8)
	r.Findings = []record.Finding{{Severity: record.Warn, Text: "noisy"}, {Severity: record.Info, Text: "fine"}}
	limit, err := limits.From(r, limits.Options{})
	if err != nil || limit.InFlight != 8 || limit.Threads != 40 {
		t.Errorf("got %+v, %v", limit, err)
	}
}

func TestUpstreamIsWhatWasMeasured(t *testing.T) {
	for target, want := range map[string]string{
		"http://127.0.0.1:9090/x":    "127.0.0.1:9090",
		"http://orders.internal/":    "orders.internal:80",
		"http://[::1]:9090/":         "[::1]:9090",
		"http://user:pw@host:81/?q":  "host:81",
		"https://orders.internal/":   "127.0.0.1:8080", // something ends TLS in front of it
		"http://[fe80::1%25eth0]:1/": "127.0.0.1:8080",
		"http://b\u00fccher.example": "127.0.0.1:8080",
		"sim:queue?servers=8":        "127.0.0.1:8080",
		"::not a URL":                "127.0.0.1:8080",
	} {
		r := run(8)
		r.Target.URL = target
		limit, err := limits.From(r, limits.Options{})
		if err != nil || limit.Upstream != want {
			t.Errorf("%s: upstream is %q, %v, want %q", target, limit.Upstream, err, want)
		}
	}
}

func TestTargetKeepsNoSecret(t *testing.T) {
	r := run(8)
	r.Target.URL = "http://user:pass@host:81/path?token=secret#secret"
	limit, err := limits.From(r, limits.Options{})
	if err != nil || limit.Measurement.Target != "http://host:81/path" {
		t.Errorf("target is %+v, %v", limit.Measurement, err)
	}
}

// The proxy would call itself, or everything that was measured would pass.
func TestDefaultsStepAside(t *testing.T) {
	r := run(8)
	r.Target.URL = "http://127.0.0.1:8000/healthz"
	limit, err := limits.From(r, limits.Options{})
	if err != nil || limit.Listen != "127.0.0.1:8001" || limit.HealthPath != "/livez" {
		t.Errorf("got %+v, %v", limit.Options, err)
	}
	for name, options := range map[string]limits.Options{
		"health path": {HealthPath: "/healthz"},
		"listen":      {Listen: "127.0.0.1:8000"},
	} {
		if _, err := limits.From(r, options); err == nil {
			t.Errorf("%s as measured was taken", name)
		}
	}
}
