package enginetest

import (
	"net/http"
	"testing"
	"time"

	"loadline/attack/engine"
)

// traffic is what the engine counted; an engine that does not count is no engine.
func (r *rig) traffic() engine.Traffic {
	r.t.Helper()
	meter, ok := r.Engine.(engine.Meter)
	if !ok {
		r.t.Fatal("the engine does not count its traffic")
	}
	return meter.Traffic()
}

func quick(http.ResponseWriter, *http.Request) {}

// keepAlive: trials share connections, and every request is on a new
// connection or on a used one.
func keepAlive(t *testing.T, make Make) {
	s := serve(t, quick)
	defer s.Close()
	r := make.get(t, defaults(), s.URL)
	defer r.close()
	r.send(closed(4, 100*time.Millisecond))
	r.send(closed(4, 100*time.Millisecond))
	traffic := r.traffic()
	if traffic.Opened < 1 || traffic.Opened > 8 {
		t.Errorf("%d connections for 4 in flight", traffic.Opened)
	}
	if traffic.Opened+traffic.Reused != int64(s.asked()) {
		t.Errorf("%d opened and %d reused for %d requests", traffic.Opened, traffic.Reused, s.asked())
	}
	if traffic.BytesIn < int64(s.asked())*50 || traffic.BytesOut < int64(s.asked())*30 {
		t.Errorf("%d bytes in and %d out for %d requests", traffic.BytesIn, traffic.BytesOut, s.asked())
	}
	if traffic.Protocol != "HTTP/1.1" || len(traffic.Hits) != 1 || traffic.Connect <= 0 {
		t.Errorf("protocol %q, addresses %v, %s to connect", traffic.Protocol, traffic.Hits, traffic.Connect)
	}
}

func noKeepAlive(t *testing.T, make Make) {
	s := serve(t, quick)
	defer s.Close()
	options := defaults()
	options.KeepAlive = false
	r := make.get(t, options, s.URL)
	defer r.close()
	step := r.send(open(100, 200*time.Millisecond))
	traffic := r.traffic()
	if traffic.Opened != step.Sent || traffic.Reused != 0 || step.Counts.OK != step.Sent {
		t.Errorf("%d connections, %d reused for %d requests, %+v", traffic.Opened, traffic.Reused, step.Sent, step.Errors)
	}
}

// boundedConnections: with fewer connections than requests the server never
// sees more at once than there are connections.
func boundedConnections(t *testing.T, make Make) {
	group := newBarrier(3)
	s := serve(t, func(http.ResponseWriter, *http.Request) { group.wait(time.Second) })
	defer s.Close()
	options := defaults()
	options.Connections = 3
	r := make.get(t, options, s.URL)
	defer r.close()
	step := r.send(closed(10, 200*time.Millisecond))
	if s.peak() != 3 {
		t.Errorf("%d requests at once on 3 connections", s.peak())
	}
	traffic := r.traffic()
	if traffic.Opened != 3 || traffic.Slots != 3 {
		t.Errorf("%d connections opened that carry %d at once, want 3", traffic.Opened, traffic.Slots)
	}
	if step.Counts.OK != step.Sent {
		t.Errorf("counts %+v of %d", step.Counts, step.Sent)
	}
}

// closedUnasked: the service closes each connection after its first answer
// and does not say so. What was sent on it meanwhile goes out again.
func closedUnasked(t *testing.T, make Make) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
		_ = c.Close()
	})
	defer s.Close()
	r := make.get(t, defaults(), s.URL)
	defer r.close()
	step := r.send(closed(4, 200*time.Millisecond))
	if step.Sent == 0 || step.Counts.OK != step.Sent {
		t.Errorf("%+v of %d: %+v", step.Counts, step.Sent, step.Errors)
	}
}
