package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// nginx answers every request with a short text out of memory, and counts them.
const nginxConfig = `daemon off; master_process off; pid %[1]s/pid; error_log %[1]s/error.log;
events { worker_connections 16384; }
http {
  access_log off; keepalive_requests 1000000000; keepalive_timeout 600s; tcp_nodelay on;
  server {
    listen %[2]s backlog=4096;
    location / { default_type text/plain; return 200 "a short answer out of memory\n"; }
    location = /status { stub_status; }
  }
}
`

type server struct {
	address string
	command *exec.Cmd
	dir     string
	looks   int64 // requests of our own
}

// startServer starts nginx on one core.
func startServer(ctx context.Context, core int) (*server, error) {
	dir, err := os.MkdirTemp("", "benchmark")
	if err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	config := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(config, fmt.Appendf(nil, nginxConfig, dir, address), 0o600); err != nil {
		return nil, err
	}
	s := &server{address: address, dir: dir, command: exec.Command("taskset", "-c", strconv.Itoa(core), "nginx", "-c", config, "-p", dir)}
	s.command.Stderr = os.Stderr
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("start nginx: %w", err)
	}
	for range 100 {
		if _, err := s.served(ctx); err == nil {
			return s, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.stop()
	return nil, fmt.Errorf("nginx does not answer on %s", address)
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

func (s *server) url() string { return "http://" + s.address + "/" }

// served is how many requests nginx has answered, looks like this one left out.
func (s *server) served(ctx context.Context) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url()+"status", nil)
	if err != nil {
		return 0, err
	}
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close() //nolint:errcheck // it was read
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) < 3 {
		return 0, fmt.Errorf("status %q", text)
	}
	fields := strings.Fields(lines[2]) // accepted, handled, requests
	if len(fields) != 3 {
		return 0, fmt.Errorf("status %q", text)
	}
	n, err := strconv.ParseInt(fields[2], 10, 64)
	s.looks++
	return n - s.looks, err
}

func (s *server) stop() {
	_ = s.command.Process.Kill()
	_ = s.command.Wait()
	_ = os.RemoveAll(s.dir)
}
