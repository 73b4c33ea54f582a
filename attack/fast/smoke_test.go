package fast

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/targets"
)

func TestSmoke(t *testing.T) {
	for _, tlsOn := range []bool{false, true} {
		for _, ka := range []bool{true, false} {
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hello") })
			s := httptest.NewUnstartedServer(h)
			o := engine.Options{KeepAlive: ka}
			if tlsOn {
				s.StartTLS()
				o.TLS = s.Client().Transport.(*http.Transport).TLSClientConfig
			} else {
				s.Start()
			}
			mix, err := targets.NewMix(targets.Request{Method: "GET", URL: s.URL})
			if err != nil {
				t.Fatal(err)
			}
			e, err := New(o, mix)
			if err != nil {
				t.Fatal(err)
			}
			for _, load := range []record.Load{record.ClosedLoad(8), record.OpenLoad(2000, record.Poisson)} {
				trial := record.Trial{Load: load, Duration: time.Second, Warmup: 100 * time.Millisecond}
				book := tally.New(trial)
				d, err := e.Send(context.Background(), trial, book)
				step := book.Step(d)
				t.Logf("tls %v ka %v: %v %v %+v %v errs %v thr %.0f p50 %v p99 %v lag %v %v, %+v", tlsOn, ka, d, err, step.Counts, step.StatusCodes, step.Errors, *step.Throughput, step.Response.OK, "", step.Lag.P50, step.Lag.P99, e.Traffic())
			}
			e.Close()
			s.Close()
		}
	}
}
