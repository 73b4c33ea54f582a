package record

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func sample() *Run {
	rate, mean, most := 195.5, 7.5, int64(8)
	return &Run{
		Schema: Schema, Complete: true, Version: "test",
		Started: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC),
		Load:    Span(time.Second), Wall: Span(2 * time.Second),
		Target: Target{URL: "http://127.0.0.1/", Method: "GET", Requests: 1},
		Steps: []Step{{
			Phase: Probe, Load: ClosedLoad(8), Duration: Span(time.Second), Warmup: Span(250 * time.Millisecond),
			Scheduled: 10, Sent: 9, Dropped: 1, Counts: Counts{OK: 6, Shed: 1, Error: 1, Timeout: 1},
			StatusCodes: map[string]int64{"200": 6, "429": 1, "500": 1},
			Errors:      []ErrorClass{{Class: "http_5xx", Count: 1, Example: "500"}},
			Throughput:  &rate, Goodput: &Estimate{Value: 190, Low: 180, High: 200, Confidence: 0.95},
			Response: Latencies{OK: &Quantiles{Count: 6, P50: SpanOf(41 * time.Millisecond)}},
			InFlight: InFlight{Mean: &mean, Max: &most}, Warnings: []string{},
		}},
		Findings: []Finding{},
	}
}

func TestRunSurvivesItsFile(t *testing.T) {
	var file bytes.Buffer
	if err := Write(&file, sample()); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sample(), got); diff != "" {
		t.Errorf("a run changed on its way through its file (-written +read):\n%s", diff)
	}
}

func TestUnmeasuredValuesAreNull(t *testing.T) {
	var file bytes.Buffer
	if err := Write(&file, sample()); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Capacity, Recommendation any
		Steps                    []map[string]any
	}
	if err := json.Unmarshal(file.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Capacity != nil || doc.Recommendation != nil {
		t.Error("conclusions that were never drawn are not null")
	}
	for _, key := range []string{"offered_rps", "resources", "lag_seconds", "connections"} {
		if value, present := doc.Steps[0][key]; !present || value != nil {
			t.Errorf("%s = %v (present: %v), want null", key, value, present)
		}
	}
}

func TestWriteRefusesWhatJSONCannotSay(t *testing.T) {
	for _, value := range []float64{math.NaN(), math.Inf(1)} {
		run := sample()
		run.Steps[0].Throughput = &value
		var file bytes.Buffer
		if err := Write(&file, run); err == nil || file.Len() > 0 {
			t.Errorf("%v: error %v and %d bytes, want an error and nothing written", value, err, file.Len())
		}
	}
}

func TestReadNamesTheFault(t *testing.T) {
	valid := func(change func(*Run)) string {
		run := sample()
		run.Capacity = &Capacity{
			Outcome: Found, MaxThroughput: &Estimate{200, 195, 205, 0.95},
			InFlightAtMax: &Estimate{8.9, 8.5, 9.3, 0.95}, Knee: &Estimate{8.1, 8, 9, 0.95},
		}
		run.Recommendation = &Recommendation{InFlightLimit: 8, Fraction: 0.9}
		change(run)
		var file bytes.Buffer
		if err := Write(&file, run); err != nil {
			t.Fatal(err)
		}
		return file.String()
	}
	for name, test := range map[string]struct{ text, want string }{
		"syntax":      {"{\n\n  oops", "line 3"},
		"type":        {"{\n\"schema\": 7}", "line 2"},
		"schema":      {`{"schema": "other/v9"}`, `"other/v9"`},
		"overflow":    {`{"schema": "` + Schema + `", "load_seconds": 1e300}`, "out of range"},
		"conserve 1":  {valid(func(r *Run) { r.Steps[0].Dropped = 2 }), "step 1: scheduled 10"},
		"conserve 2":  {valid(func(r *Run) { r.Steps[0].Counts.OK = 7 }), "step 1: sent 9"},
		"columns":     {valid(func(r *Run) { r.Steps[0].Windows = &Windows{Sent: []int64{1}} }), "step 1: a column of windows"},
		"model":       {valid(func(r *Run) { r.Steps[0].Load.Model = "ajar" }), `"ajar"`},
		"twice":       {"{\"schema\": \"" + Schema + "\", \"target\": {\"url\": \"a\",\n\"url\": \"b\"}}", `line 2: key "url" comes twice`},
		"twice, near": {`{"schema": "` + Schema + `", "steps": [], "Steps": []}`, `key "Steps" comes twice`},
		"negative":    {valid(func(r *Run) { r.Steps[0].Counts.OK, r.Steps[0].Counts.Shed = -1, 8 }), "step 1: counts.ok -1: want 0 to"},
		"rate":        {valid(func(r *Run) { r.Steps[0].Load.RateRPS = -5 }), "step 1: load.rate_rps -5"},
		"interval":    {valid(func(r *Run) { r.Capacity.MaxThroughput.Low = 300 }), "capacity.max_throughput_rps.low 300: is above its high, 205"},
		"value":       {valid(func(r *Run) { r.Capacity.InFlightAtMax.Value = -1 }), "capacity.in_flight_at_max.value -1"},
		"confidence":  {valid(func(r *Run) { r.Capacity.Knee.Confidence = -0.5 }), "capacity.knee_concurrency.confidence -0.5: want 0 to 1"},
		"fraction":    {valid(func(r *Run) { r.Recommendation.Fraction = 1e308 }), "recommendation.fraction 1e+308: want 0 to 1"},
		"cores":       {valid(func(r *Run) { r.Recommendation.Resources = &ResourceAdvice{CPUCores: -1} }), "recommendation.resources.cpu_cores -1"},
		"no share":    {valid(func(r *Run) { r.Recommendation.Fraction = 0 }), "recommendation.fraction 0: want more than 0"},
		"too much":    {valid(func(r *Run) { rate := 1e6; r.Recommendation.Rate = &rate }), "recommendation.rate_rps 1e+06: is far above capacity.max_throughput_rps.high 205"},
		"status":      {valid(func(r *Run) { r.Steps[0].StatusCodes["200"] = -6 }), `status_codes."200" -6`},
		"promised":    {valid(func(r *Run) { rate := -1.0; r.Recommendation.Rate = &rate }), "recommendation.rate_rps -1"},
		"limit":       {valid(func(r *Run) { r.Recommendation.InFlightLimit = 800 }), "recommendation.in_flight_limit 800: is not 0.9 of capacity.in_flight_at_max.value 8.9"},
		"no steps":    {valid(func(r *Run) { r.Steps = nil }), `capacity.outcome "found": there are no steps`},
	} {
		if _, err := Read(strings.NewReader(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, test.want)
		}
	}
}

// FuzzRead holds Read to its word: whatever it accepts adds up and can be
// written again.
func FuzzRead(f *testing.F) {
	var file bytes.Buffer
	if err := Write(&file, sample()); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add([]byte(`{"schema": "` + Schema + `"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		run, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		for _, step := range run.Steps {
			if step.Scheduled != step.Sent+step.Dropped || step.Sent != step.Counts.Total() {
				t.Errorf("accepted a step that does not add up: %+v", step)
			}
		}
		if err := Write(&bytes.Buffer{}, run); err != nil {
			t.Errorf("what was read cannot be written: %v", err)
		}
	})
}
