package engine_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"loadline/attack/engine"
)

func TestFilled(t *testing.T) {
	o, err := engine.Options{}.Filled()
	if err != nil || o.Timeout != 10*time.Second || o.MaxInFlight != 1000 || o.Late != engine.SendLate || !o.OK.Contains(200) || o.OK.Contains(400) {
		t.Errorf("%+v, %v", o, err)
	}
	for says, o := range map[string]engine.Options{
		"timeout": {Timeout: -1}, "in flight": {MaxInFlight: -1}, "connections": {Connections: -1},
		"redirects": {Redirects: -1}, "DNS": {DNSTTL: -1}, "late": {Late: "x"}, "--h2c": {HTTP2: true, H2C: true, KeepAlive: true},
		"--keepalive": {H2C: true}, "socket": {UnixSocket: "/x", Proxy: &url.URL{}},
	} {
		if _, err := o.Filled(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want something about %s", o, err, says)
		}
	}
}

func TestTrafficSince(t *testing.T) {
	before := engine.Traffic{Opened: 1, Reused: 10, BytesIn: 100, BytesOut: 50, Waits: 1, Waited: time.Second, Hits: map[string]int64{"a": 1}}
	after := engine.Traffic{
		Opened: 3, Reused: 30, BytesIn: 400, BytesOut: 250, Waits: 4, Waited: 3 * time.Second,
		Hits: map[string]int64{"a": 1, "b": 2}, Protocol: "HTTP/1.1", Connect: time.Millisecond, Slots: 7,
	}
	got := after.Since(before)
	if got.Opened != 2 || got.Reused != 20 || got.BytesIn != 300 || got.BytesOut != 200 || got.Waits != 3 || got.Waited != 2*time.Second ||
		len(got.Hits) != 1 || got.Hits["b"] != 2 || got.Slots != 7 {
		t.Errorf("%+v", got)
	}
	c := got.Connections()
	if c.Opened != 2 || c.Protocol != "HTTP/1.1" || c.Connect.Std() != time.Millisecond || c.Hits["b"] != 2 {
		t.Errorf("%+v", c)
	}
	if none := (engine.Traffic{}).Since(engine.Traffic{}).Connections(); none.Connect != nil {
		t.Errorf("a time to connect without a connection: %s", none.Connect)
	}
}
