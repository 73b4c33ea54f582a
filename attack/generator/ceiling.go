package generator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/attack/record/tally"
)

// test is the load of the self-test: enough in flight that nobody waits for a
// round trip, and short enough that nobody waits for the test.
var test = record.Trial{
	Load: record.ClosedLoad(64), Warmup: 200 * time.Millisecond, Duration: time.Second,
}

// Ceiling is how many requests a second the engine gets answered by a server
// in this process that does nothing else, within one second. The two share the
// processors, as they may with a service on this machine; a service elsewhere
// leaves the engine more.
//
// A capacity near it is the generator's, and is said to be. What a load asks
// for beyond it is sent late or dropped, and takes nothing from the rest.
func Ceiling(ctx context.Context, create func(url string) (engine.Engine, error)) (rps float64, err error) {
	server, err := startEcho()
	if err != nil {
		return 0, fmt.Errorf("self-test: %w", err)
	}
	defer server.stop()
	tested, err := create(server.url())
	if err != nil {
		return 0, fmt.Errorf("self-test: %w", err)
	}
	defer func() { err = errors.Join(err, tested.Close()) }()
	book := tally.New(test)
	lasted, err := tested.Send(ctx, test, book)
	if err != nil {
		return 0, fmt.Errorf("self-test: %w", err)
	}
	step := book.Step(lasted)
	if step.Goodput == nil || step.Goodput.Value == 0 {
		return 0, errors.New("self-test: no request succeeded")
	}
	return step.Goodput.Value, ctx.Err()
}

// echo answers every request in the same way, at the least cost.
type echo struct {
	listener net.Listener
	mu       sync.Mutex
	conns    map[net.Conn]bool // nil once stopped
	serving  sync.WaitGroup
}

func startEcho() (*echo, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	e := &echo{listener: listener, conns: map[net.Conn]bool{}}
	e.serving.Go(e.accept)
	return e, nil
}

func (e *echo) url() string { return "http://" + e.listener.Addr().String() + "/" }

func (e *echo) accept() {
	for {
		conn, err := e.listener.Accept()
		if err != nil {
			return
		}
		e.mu.Lock()
		if e.conns == nil {
			_ = conn.Close()
		} else {
			e.conns[conn] = true
			e.serving.Go(func() { serve(conn) })
		}
		e.mu.Unlock()
	}
}

var (
	headEnd  = []byte("\r\n\r\n")
	response = []byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
)

// serve answers requests without bodies until the connection ends.
func serve(conn net.Conn) {
	defer conn.Close() //nolint:errcheck // nothing is lost
	buffer, held := make([]byte, 4096), 0
	for {
		n, err := conn.Read(buffer[held:])
		if err != nil {
			return
		}
		held += n
		if !bytes.HasSuffix(buffer[:held], headEnd) {
			if held == len(buffer) {
				return
			}
			continue
		}
		held = 0
		if _, err := conn.Write(response); err != nil {
			return
		}
	}
}

func (e *echo) stop() {
	_ = e.listener.Close()
	e.mu.Lock()
	for conn := range e.conns {
		_ = conn.Close()
	}
	e.conns = nil
	e.mu.Unlock()
	e.serving.Wait()
}
