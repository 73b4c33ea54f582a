package attack_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	lib "github.com/tsenart/vegeta/v12/lib"

	"loadline/attack"
	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/targets"
	"loadline/targets/servers"
)

// The result stream is vegeta's: its own library reads it and counts the same.
func TestVegetaResults(t *testing.T) {
	for _, name := range engines {
		t.Run(name, func(t *testing.T) {
			var n atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if n.Add(1)%4 == 0 {
					w.WriteHeader(http.StatusInternalServerError)
				}
				w.Write([]byte("hello")) //nolint:errcheck // a test's server
			}))
			defer s.Close()
			var stream bytes.Buffer
			a := newAttacker(t, attack.Config{Engine: name, Options: engine.Options{KeepAlive: true}, Results: &stream}, s.URL)
			step := runTrial(t, a, record.Trial{Load: record.OpenLoad(200, record.Constant), Duration: 200 * time.Millisecond})
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			var metrics lib.Metrics
			decode := lib.NewDecoder(&stream)
			for {
				var result lib.Result
				if decode.Decode(&result) != nil {
					break
				}
				if result.Method != http.MethodGet || result.URL != s.URL || result.Timestamp.IsZero() {
					t.Errorf("result %+v", result)
				}
				metrics.Add(&result)
			}
			metrics.Close()
			if metrics.Requests != uint64(step.Sent) || metrics.StatusCodes["500"] != int(step.Counts.Error) || metrics.BytesIn.Total != 5*uint64(step.Sent) {
				t.Errorf("vegeta counts %d requests, %v, %d bytes; the step %d and %+v",
					metrics.Requests, metrics.StatusCodes, metrics.BytesIn.Total, step.Sent, step.Counts)
			}
			if got, want := metrics.Latencies.Max, step.Response.OK.Max.Std(); got < want*99/100 {
				t.Errorf("vegeta's longest latency is %s, the step's %s", got, want)
			}
		})
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestResultsThatCannotBeWrittenAreAnError(t *testing.T) {
	s := servers.Slots(t, servers.SlotsConfig{Slots: 1})
	mix, err := targets.NewMix(targets.Request{URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	a, err := attack.New(attack.Config{Mix: mix, Options: engine.Options{KeepAlive: true}, Results: full{}})
	if err != nil {
		t.Fatal(err)
	}
	runTrial(t, a, record.Trial{Load: record.ClosedLoad(1), Duration: 50 * time.Millisecond})
	if err := a.Close(); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v", err)
	}
}
