package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"loadline/attack/pace"
	"loadline/attack/wire"
)

// serve is the server child: it says its address, serves, and at the end says
// how long each request was with it, in nanoseconds, in the order of arrival.
func serve() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s := &server{}
	go s.accept(listener)
	fmt.Println(listener.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
	s.mu.Lock()
	defer s.mu.Unlock()
	return json.NewEncoder(os.Stdout).Encode(s.stamps)
}

// server holds each request for a known time and stamps how long it did. It is
// written on bare connections: what a library does before and after a handler
// would not be in the stamp.
type server struct {
	mu     sync.Mutex
	stamps []time.Duration
	first  time.Time     // when the frozen service was first asked
	free   time.Duration // since then, when it is done with what it has
	turn   atomic.Int64
}

func (s *server) accept(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go s.answer(conn)
	}
}

// reply is what a path is answered with. "/mixed" is answered in ten ways by turns.
func (s *server) reply(path string) string {
	status := "200 OK"
	if path == "/mixed" {
		status = [...]string{"503 Service Unavailable", "429 Too Many Requests", "404 Not Found", "500 Internal Server Error",
			status, status, status, status, status, status}[s.turn.Add(1)%10]
	}
	return "HTTP/1.1 " + status + "\r\nContent-Length: 2\r\n\r\nok"
}

// answer serves one connection, by a thread of its own that blocks in the
// kernel: Go's poller would add its wake-up to what the client sees and the
// stamp does not. Requests have no bodies and come in one piece.
func (s *server) answer(conn net.Conn) {
	file, err := conn.(*net.TCPConn).File()
	if err != nil {
		return
	}
	_ = conn.Close()   // file has its own descriptor
	defer file.Close() //nolint:errcheck // nothing is lost
	fd := int(file.Fd())
	if unix.SetNonblock(fd, false) != nil || unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TIMESTAMPNS, 1) != nil {
		return
	}
	runtime.LockOSThread()
	buffer := make([]byte, 4096)
	for {
		n, began, err := receive(fd, buffer)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return
		}
		_, rest, _ := bytes.Cut(buffer[:n], []byte(" "))
		path, _, _ := bytes.Cut(rest, []byte(" "))
		reply := []byte(s.reply(string(path)))
		took := s.work(string(path), began)
		if _, err := unix.Write(fd, reply); err != nil {
			return
		}
		s.stamp(took)
	}
}

// receive reads a request and says when it arrived, which is before a thread
// that slept has woken to read it.
func receive(fd int, buffer []byte) (n int, arrived time.Time, err error) {
	control := make([]byte, 128)
	n, m, _, _, err := unix.Recvmsg(fd, buffer, control, 0)
	arrived = time.Now()
	if at, ok := wire.Stamp(control[:max(m, 0)]); err == nil && ok {
		arrived = arrived.Add(min(time.Unix(at.Unix()).Sub(arrived), 0))
	}
	return n, arrived, err
}

func (s *server) work(path string, began time.Time) time.Duration {
	if path == "/freeze" {
		s.freeze(began)
	} else {
		hold(duration(path), began)
	}
	return time.Since(began)
}

func (s *server) stamp(took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stamps = append(s.stamps, took)
}

// hold waits precisely: a stamp that is right on average may still be coarse.
func hold(d time.Duration, since time.Time) {
	if d == 0 {
		return
	}
	clock := pace.Start(1, nil)
	defer clock.Stop()
	clock.Until(d-clock.Began().Sub(since), nil)
}

// duration is the service time that a path asks for.
func duration(path string) time.Duration {
	switch path {
	case "/bimodal":
		if rand.IntN(5) == 0 {
			return 60 * time.Millisecond
		}
		return 3 * time.Millisecond
	case "/mixed":
		return 5 * time.Millisecond
	case "/heavy": // Pareto with shape 1.5 from 2 ms, cut at 1 s
		return min(time.Duration(2e6*math.Pow(1-rand.Float64(), -1/1.5)), time.Second)
	}
	d, _ := time.ParseDuration(path[1:])
	return d
}
