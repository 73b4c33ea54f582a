package attack_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
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

// A service may send a secret back where no answer is expected; what is wrong
// with the answer is then told with the secret quoted.
func TestReflectedSecretsAreRedacted(t *testing.T) {
	const secret = `s3"cr\et-token`
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	reflecting := http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nno field but %s\r\n\r\n", r.Header.Get("X-Custom"))
		conn.Close() //nolint:errcheck // a test's server
	})}
	go reflecting.Serve(listener)            //nolint:errcheck // ends with Close
	t.Cleanup(func() { reflecting.Close() }) //nolint:errcheck // a test's server
	t.Setenv("LOADLINE_SECRET", secret)
	for _, name := range engines {
		t.Run(name, func(t *testing.T) {
			mix, err := targets.FromFlags("http://"+listener.Addr().String(), targets.Flags{Headers: []string{"X-Custom: env:LOADLINE_SECRET"}})
			if err != nil {
				t.Fatal(err)
			}
			var stream bytes.Buffer
			a, err := attack.New(attack.Config{Mix: mix, Engine: name, Options: engine.Options{KeepAlive: true}, Results: &stream})
			if err != nil {
				t.Fatal(err)
			}
			step := runTrial(t, a, record.Trial{Load: record.ClosedLoad(1), Duration: 50 * time.Millisecond})
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			if len(step.Errors) == 0 || !strings.Contains(step.Errors[0].Example, targets.Redacted) {
				t.Errorf("the errors %+v do not tell of the secret", step.Errors)
			}
			if text := fmt.Sprint(step.Errors) + stream.String(); strings.Contains(text, "et-token") {
				t.Error("the secret is in the errors or in the stream")
			}
		})
	}
}
