package vegeta_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/attack/vegeta"
	"loadline/targets"
)

// send runs a short open trial against the URL and gives the step and what
// went over the connections.
func send(t *testing.T, options engine.Options, url string) (record.Step, engine.Traffic) {
	t.Helper()
	return sendTrial(t, options, url, record.Trial{Load: record.OpenLoad(100, record.Constant), Duration: 100 * time.Millisecond})
}

func sendTrial(t *testing.T, options engine.Options, url string, trial record.Trial) (record.Step, engine.Traffic) {
	t.Helper()
	mix, err := targets.NewMix(targets.Request{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	e, err := vegeta.New(options, mix)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	book := tally.New(trial)
	lasted, err := e.Send(context.Background(), trial, book)
	if err != nil {
		t.Fatal(err)
	}
	return book.Step(lasted), e.Traffic()
}

func patient() engine.Options {
	return engine.Options{KeepAlive: true, Timeout: 20 * time.Second, Redirects: 10}
}

// allOK checks that every request of a step succeeded.
func allOK(t *testing.T, step record.Step) {
	t.Helper()
	if step.Counts.OK != step.Sent || step.Sent == 0 {
		t.Errorf("counts %+v of %d, errors %+v", step.Counts, step.Sent, step.Errors)
	}
}

// allFail checks that every request failed as the class.
func allFail(t *testing.T, step record.Step, class string) {
	t.Helper()
	if len(step.Errors) != 1 || step.Errors[0].Class != class || step.Errors[0].Count != step.Sent || step.Sent == 0 {
		t.Errorf("errors %+v of %d, want all %s", step.Errors, step.Sent, class)
	}
}

// mostlyOK allows for Go's HTTP/2 server, which now and then takes a stream
// that it has just ended for one that is open, and refuses the next.
func mostlyOK(t *testing.T, step record.Step) {
	t.Helper()
	if step.Counts.OK < step.Sent*8/10 || step.Counts.Timeout != 0 || step.Sent == 0 {
		t.Errorf("counts %+v of %d, errors %+v", step.Counts, step.Sent, step.Errors)
	}
}

// protocols counts requests by protocol.
func protocols(seen *atomic.Pointer[string]) http.Handler {
	return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen.Store(&r.Proto) })
}
