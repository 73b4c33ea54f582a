package vegeta_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/vegeta"
	"loadline/targets"
)

func h2cServer(handler http.Handler, streams int) *httptest.Server {
	s := httptest.NewUnstartedServer(handler)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Config.Protocols.SetHTTP1(true)
	s.Config.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: streams}
	s.Start()
	return s
}

func TestH2C(t *testing.T) {
	var proto atomic.Pointer[string]
	s := h2cServer(protocols(&proto), 100)
	defer s.Close()
	options := patient()
	options.H2C = true
	step, traffic := send(t, options, s.URL)
	allOK(t, step)
	if *proto.Load() != "HTTP/2.0" || traffic.Opened != 1 || traffic.Reused != step.Sent-1 {
		t.Errorf("%s over %d connections, %d reused", *proto.Load(), traffic.Opened, traffic.Reused)
	}
}

// A connection of HTTP/2 carries so many streams; further requests go on
// further connections, or wait and are counted where those are bounded.
func TestStreams(t *testing.T) {
	var active, most atomic.Int64
	s := h2cServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		n := active.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(20 * time.Millisecond)
		active.Add(-1)
	}), 4)
	defer s.Close()
	trial := record.Trial{Load: record.ClosedLoad(20), Duration: 400 * time.Millisecond}
	options := patient()
	options.H2C = true
	step, traffic := sendTrial(t, options, s.URL, trial)
	mostlyOK(t, step)
	if most.Load() < 16 || traffic.Opened < 4 {
		t.Errorf("%d at once over %d connections; 20 are wanted and each carries 4", most.Load(), traffic.Opened)
	}
	if traffic.Slots != 0 {
		t.Errorf("%d slots without a bound", traffic.Slots)
	}

	most.Store(0)
	options.Connections = 2
	step, traffic = sendTrial(t, options, s.URL, trial)
	mostlyOK(t, step)
	if most.Load() > 8 || traffic.Opened != 2 {
		t.Errorf("%d at once over %d connections that carry 8", most.Load(), traffic.Opened)
	}
	if traffic.Slots != 8 || traffic.Waits < step.Sent/4 || traffic.Waited <= 0 {
		t.Errorf("%d slots, %d of %d waited for %s", traffic.Slots, traffic.Waits, step.Sent, traffic.Waited)
	}
}

func TestHTTP2FlagsNeedTheirScheme(t *testing.T) {
	for url, options := range map[string]engine.Options{
		"http://127.0.0.1:1/":  {KeepAlive: true, HTTP2: true},
		"https://127.0.0.1:1/": {KeepAlive: true, H2C: true},
		"http://127.0.0.1:2/":  {KeepAlive: true, H2C: true, HTTP2: true},
		"https://127.0.0.1:2/": {HTTP2: true},
	} {
		mix, err := targets.NewMix(targets.Request{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := vegeta.New(options, mix); err == nil {
			t.Errorf("%s with %+v was accepted", url, options)
		}
	}
}
