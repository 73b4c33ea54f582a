package simulate_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"loadline/targets/simulate"
)

func TestParse(t *testing.T) {
	spec, err := simulate.Parse("sim:queue?servers=3&service=12ms&cv=2&queue=0&reject=429&limit=300&limiter=bucket")
	if err != nil {
		t.Fatal(err)
	}
	if spec.Servers != 3 || spec.Service != 12*time.Millisecond || spec.Queue != 0 || spec.Reject != 429 || spec.Per != time.Minute {
		t.Errorf("parsed %+v", spec)
	}
	if spec.Dist != simulate.Lognormal || spec.Limiter != simulate.Bucket {
		t.Errorf("dist %q, limiter %q", spec.Dist, spec.Limiter)
	}
}

func TestSpreadOfServiceTimes(t *testing.T) {
	for query, want := range map[string]struct {
		dist string
		cv   float64
	}{
		"":                  {simulate.Det, 0},
		"dist=exp":          {simulate.Exp, 1},
		"dist=exp&cv=1":     {simulate.Exp, 1},
		"dist=pareto":       {simulate.Pareto, 1},
		"cv=0":              {simulate.Det, 0},
		"cv=0.5":            {simulate.Lognormal, 0.5},
		"dist=bimodal&cv=0": {simulate.Det, 0},
	} {
		spec, err := simulate.Parse("sim:queue?" + query)
		if err != nil || spec.Dist != want.dist || spec.CV != want.cv {
			t.Errorf("%q is %s with %v (%v), want %+v", query, spec.Dist, spec.CV, err, want)
		}
	}
}

// Every mistake is a usage error that names the key, the value and the range.
func TestUsageErrors(t *testing.T) {
	for spec, wants := range map[string][]string{
		"sim:queue?servers=0":               {"servers=0", "1 to 10000"},
		"sim:queue?servers=two":             {"servers=two", "whole number"},
		"sim:queue?service=40":              {"service=40", "with its unit", "1µs to 1m"},
		"sim:queue?service=2h":              {"service=2h", "1m"},
		"sim:queue?dist=normal":             {"dist=normal", "lognormal"},
		"sim:queue?dist=det&cv=2":           {"cv=2", "dist=det"},
		"sim:queue?cv=NaN":                  {"cv=NaN", "0 to 10"},
		"sim:queue?errors=2":                {"errors=2", "0 to 1"},
		"sim:queue?reject=500":              {"reject=500", "503 or 429"},
		"sim:queue?queue=-1":                {"queue=-1", "unbounded"},
		"sim:queue?pause=3s":                {"pause=3s", "period"},
		"sim:queue?speed=3":                 {"speed=3", "servers", "generator"},
		"sim:queue?servers=1&servers=2":     {"servers=1 and 2", "one value"},
		"sim:queue?servers=%zz":             {"key=value"},
		"sim:stack":                         {"sim:stack", "sim:queue?"},
		"http://127.0.0.1/":                 {"sim:queue?"},
		"sim:queue?noise=-Inf":              {"noise=-Inf", "0 to 0.95"},
		"sim:queue?limit=99999999999999999": {"limit=99999999999999999", "1000000000"},
	} {
		_, err := simulate.New(spec, simulate.Options{})
		var usage *simulate.UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%s: error is %v, want a usage error", spec, err)
			continue
		}
		for _, want := range wants {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", spec, err, want)
			}
		}
	}
}

// The table is what help prints: no cell is empty but the default of an effect
// that is off, and each default lies in its own range.
func TestKeys(t *testing.T) {
	for _, k := range simulate.Keys() {
		if k.Name == "" || k.Range == "" || k.Meaning == "" {
			t.Errorf("%+v has an empty cell", k)
		}
		if k.Default == "" {
			continue
		}
		if _, err := simulate.Parse("sim:queue?" + k.Name + "=" + k.Default); err != nil {
			t.Errorf("the default is not in range: %v", err)
		}
	}
}

// Whatever is typed, parsing gives a spec that can be simulated or a usage error.
func FuzzParse(f *testing.F) {
	f.Add("sim:queue?servers=8&service=40ms&cv=2&rtt=1ms&queue=10&reject=429&reject_cost=1ms")
	f.Add("sim:queue?sigma=0.03&kappa=0.0005&collapse=0.02&pool=20&pool_timeout=1s")
	f.Add("sim:queue?pause=150ms&period=2s&warm=5&warm_for=10s&drift=-0.05&noise=0.2")
	f.Add("sim:queue?limit=300&per=60s&limiter=bucket&errors=0.02&scale_at=0.7&generator=5000")
	f.Add("sim:queue?pause=1m&period=60001ms&noise=0.95&service=1m&drift=-0.9&warm=100&kappa=1")
	f.Add("sim:queue?a=b;c&%")
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := simulate.Parse(text)
		if err != nil {
			var usage *simulate.UsageError
			if !errors.As(err, &usage) {
				t.Fatalf("%q: %v is no usage error", text, err)
			}
			return
		}
		at := spec.New(simulate.Options{Timeout: time.Second})
		run(t, at, closed(3, 0, 20*time.Millisecond))
		run(t, at, open(100, 0, 20*time.Millisecond))
	})
}
