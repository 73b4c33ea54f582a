package fast

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
	"loadline/targets"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func options() engine.Options {
	return engine.Options{Timeout: 20 * time.Second, KeepAlive: true, Redirects: 10}
}

func mustNew(t testing.TB, o engine.Options, requests ...targets.Request) *Engine {
	t.Helper()
	mix, err := targets.NewMix(requests...)
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(o, mix)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// built is an engine for these requests, closed with the test.
func built(t testing.TB, o engine.Options, requests ...targets.Request) *Engine {
	t.Helper()
	e := mustNew(t, o, requests...)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func to(url string) targets.Request { return targets.Request{URL: url} }

// send runs a trial, whose counts must add up.
func send(t testing.TB, e *Engine, trial record.Trial) record.Step {
	t.Helper()
	book := tally.New(trial)
	lasted, err := e.Send(context.Background(), trial, book)
	if err != nil {
		t.Fatal(err)
	}
	step := book.Step(lasted)
	if err := (&record.Run{Steps: []record.Step{step}}).Validate(); err != nil {
		t.Fatal(err)
	}
	return step
}

func closedLoad(n int, d time.Duration) record.Trial {
	return record.Trial{Load: record.ClosedLoad(n), Duration: d}
}

func openLoad(rate float64, d time.Duration) record.Trial {
	return record.Trial{Load: record.OpenLoad(rate, record.Constant), Duration: d}
}

// allOK fails the test unless everything that was sent succeeded.
func allOK(t testing.TB, step record.Step) {
	t.Helper()
	if step.Sent == 0 || step.Counts.OK != step.Sent {
		t.Errorf("%+v of %d, %+v", step.Counts, step.Sent, step.Errors)
	}
}

func serve(t testing.TB, handle http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	return s
}

func quick(http.ResponseWriter, *http.Request) {}

// script is a server that does to the n-th connection (from 0) what it is told.
func script(t testing.TB, handle func(n int, c net.Conn, r *bufio.Reader)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for n := 0; ; n++ {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() {
				defer c.Close() //nolint:errcheck // the test is over
				handle(n, c, bufio.NewReader(c))
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		serving.Wait()
	})
	return "http://" + listener.Addr().String() + "/"
}

// reply reads one request and writes a response; false once the connection has ended.
func reply(c net.Conn, r *bufio.Reader, response string) bool {
	request, err := http.ReadRequest(r)
	if err != nil {
		return false
	}
	_ = request.Body.Close()
	_, err = c.Write([]byte(response))
	return err == nil
}
