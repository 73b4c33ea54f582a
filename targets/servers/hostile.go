package servers

import (
	"bytes"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Closed is the URL of a port on which nobody listens. The port is held by a
// socket that is bound and does not listen, so that no one else takes it.
func Closed(t testing.TB) string {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatalf("hold a closed port: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Close(fd) })
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatalf("hold a closed port: %v", err)
	}
	at, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatalf("hold a closed port: %v", err)
	}
	local := net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: at.(*syscall.SockaddrInet4).Port}
	return "http://" + local.String()
}

// Resets resets every connection once a request has come.
func Resets(t testing.TB) string {
	t.Helper()
	return hostile(t, func(c net.Conn, _ <-chan struct{}) {
		_, _ = c.Read(make([]byte, 1))
		_ = c.(*net.TCPConn).SetLinger(0) // close with RST
	})
}

// Silent accepts and reads, and never answers.
func Silent(t testing.TB) string {
	t.Helper()
	return hostile(t, func(c net.Conn, _ <-chan struct{}) { _, _ = io.Copy(io.Discard, c) })
}

// Garbage answers with what is not HTTP.
func Garbage(t testing.TB) string {
	t.Helper()
	return answers(t, "\x16\x03\x01\x00\xff\x00 220 mail ready\r\n\r\n\x00")
}

// Endless answers 200 with a body that does not end.
func Endless(t testing.TB) string {
	t.Helper()
	chunk := []byte("8000\r\n" + strings.Repeat("x", 0x8000) + "\r\n")
	return hostile(t, func(c net.Conn, _ <-chan struct{}) {
		readRequest(c)
		_, err := io.WriteString(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
		for err == nil {
			_, err = c.Write(chunk)
		}
	})
}

// HugeHeader answers 200 with a header of so many bytes.
func HugeHeader(t testing.TB, size int) string {
	t.Helper()
	return answers(t, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Huge: "+strings.Repeat("h", size)+"\r\n\r\n")
}

// Drip answers one byte at a time, every pause another, and is never done.
func Drip(t testing.TB, pause time.Duration) string {
	t.Helper()
	return hostile(t, func(c net.Conn, over <-chan struct{}) {
		readRequest(c)
		_, err := io.WriteString(c, "HTTP/1.1 200 OK\r\nX-Drip: ")
		tick := time.NewTicker(pause)
		defer tick.Stop()
		for err == nil {
			select {
			case <-tick.C:
				_, err = io.WriteString(c, "d")
			case <-over:
				return
			}
		}
	})
}

// Escapes answers 500 with terminal escapes and HTML in the reason and the
// body, and as much of it in the headers as clients let pass. Printed raw they
// would turn the terminal red or run a script.
func Escapes(t testing.TB) string {
	t.Helper()
	const (
		nasty  = "\x1b]0;owned\x07\x1b[31m<script>alert(1)</script>"
		header = "\u009b31m\u202e<script>alert(1)</script>&quot;'\"|"
	)
	return answers(t, "HTTP/1.1 500 "+nasty+"\r\nServer: "+header+"\r\nConnection: close\r\n\r\n"+nasty)
}

// answers sends the same bytes for every request and closes the connection.
func answers(t testing.TB, answer string) string {
	t.Helper()
	return hostile(t, func(c net.Conn, _ <-chan struct{}) {
		readRequest(c)
		if _, err := io.WriteString(c, answer); err == nil {
			_ = c.(*net.TCPConn).CloseWrite()
			_, _ = io.Copy(io.Discard, c) // closing with unread input would reset
		}
	})
}

// readRequest reads to the end of the request's header.
func readRequest(c net.Conn) {
	var seen []byte
	one := make([]byte, 1)
	for !bytes.HasSuffix(seen, []byte("\r\n\r\n")) {
		if _, err := c.Read(one); err != nil {
			return
		}
		seen = append(seen, one[0])
	}
}

// hostile serves each connection by a goroutine of its own. When the test is
// over every connection is closed and over is closed, and all of them are
// waited for.
func hostile(t testing.TB, serve func(c net.Conn, over <-chan struct{})) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("listen on loopback: %v", err)
	}
	s := &raw{serve: serve, over: make(chan struct{}), conns: map[net.Conn]struct{}{}}
	s.group.Go(func() { s.accept(listener) })
	t.Cleanup(func() {
		_ = listener.Close()
		s.close()
		s.group.Wait()
	})
	return "http://" + listener.Addr().String()
}

// raw is a server of connections.
type raw struct {
	serve func(net.Conn, <-chan struct{})
	over  chan struct{}
	group sync.WaitGroup

	mu    sync.Mutex
	done  bool
	conns map[net.Conn]struct{}
}

func (s *raw) accept(listener net.Listener) {
	for {
		c, err := listener.Accept()
		if err != nil {
			return
		}
		s.group.Go(func() {
			if s.add(c) {
				s.serve(c, s.over)
			}
			s.remove(c)
		})
	}
}

func (s *raw) add(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns[c] = struct{}{}
	return !s.done
}

func (s *raw) remove(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = c.Close()
	delete(s.conns, c)
}

func (s *raw) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = true
	close(s.over)
	for c := range s.conns {
		_ = c.Close()
	}
}
