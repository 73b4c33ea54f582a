package fast

import (
	"bufio"
	"net"
	"runtime"
	"testing"
	"time"

	"loadline/attack/record"
)

// echo answers whatever arrives, in the same memory.
func echo(t testing.TB) string {
	answer := []byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
	return script(t, func(_ int, c net.Conn, _ *bufio.Reader) {
		buffer := make([]byte, 4096)
		for {
			if _, err := c.Read(buffer); err != nil {
				return
			}
			if _, err := c.Write(answer); err != nil {
				return
			}
		}
	})
}

// What a trial allocates does not depend on how many requests it sends: its
// memory is the same however long it lasts.
func TestRequestsAllocateNothing(t *testing.T) {
	o := options()
	o.Connections = 4
	e := built(t, o, to(echo(t)))
	for name, load := range map[string]record.Load{
		"closed": record.ClosedLoad(4), "open": record.OpenLoad(4000, record.Poisson),
		"open, in groups": record.OpenLoad(12000, record.Poisson),
	} {
		t.Run(name, func(t *testing.T) {
			trial := record.Trial{Load: load, Duration: 500 * time.Millisecond}
			send(t, e, trial) // makes what is kept
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			step := send(t, e, trial)
			runtime.ReadMemStats(&after)
			allocated := after.Mallocs - before.Mallocs
			if few := uint64(500 + step.Sent/50); allocated > few {
				t.Errorf("%d allocations for %d requests, want at most %d", allocated, step.Sent, few)
			}
			allOK(t, step)
		})
	}
}
