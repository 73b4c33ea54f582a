package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// What a client may take from a server.
const (
	maxConnections = 4096
	maxHeader      = 16 << 10 // bytes
	maxBody        = 64 << 10 // bytes
	readTime       = 10 * time.Second
	idleTime       = 2 * time.Minute
	grace          = time.Second // for requests in flight when the server ends
)

// Server is a running service.
type Server struct {
	url    string
	cancel context.CancelFunc
	done   chan struct{}
	err    error // once done
}

// Start starts the service; it ends once ctx is done, or by Close.
func Start(ctx context.Context, config Config) (*Server, error) {
	found, err := config.find()
	if err != nil {
		return nil, err
	}
	made, err := found.make(config)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", config.Name, err)
	}
	listener, err := listen(made, cmp.Or(config.Addr, "127.0.0.1:0"))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", config.Name, err), made.close())
	}
	ctx, cancel := context.WithCancel(ctx)
	s := &Server{url: "http://" + listener.Addr().String(), cancel: cancel, done: make(chan struct{})}
	go s.run(ctx, made, &bounded{Listener: listener, most: maxConnections})
	return s, nil
}

func listen(made service, addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	own, err := made.listen(listener.(*net.TCPListener))
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return own, nil
}

// URL is where the service answers.
func (s *Server) URL() string { return s.url }

// Close ends the service: what is in flight gets a second. It is the error of Wait.
func (s *Server) Close() error {
	s.cancel()
	return s.Wait()
}

// Wait returns once the service has ended, with nil where it was asked to.
func (s *Server) Wait() error {
	<-s.done
	return s.err
}

func (s *Server) run(ctx context.Context, made service, listener net.Listener) {
	defer close(s.done)
	server := &http.Server{
		Handler:           bodied(made),
		ReadHeaderTimeout: readTime, ReadTimeout: readTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeader,
		ErrorLog:       log.New(io.Discard, "", 0), // clients that break off are no news
	}
	var group sync.WaitGroup
	group.Go(func() { made.run(ctx) })
	group.Go(func() { shutDown(ctx, server) })
	err := server.Serve(listener)
	s.cancel()
	group.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	s.err = errors.Join(err, made.close())
}

// shutDown ends the server when ctx is done: first those that finish soon,
// then all.
func shutDown(ctx context.Context, server *http.Server) {
	<-ctx.Done()
	soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if server.Shutdown(soon) != nil {
		_ = server.Close()
	}
}

// bodied bounds what a request may carry.
func bodied(inner http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		inner.ServeHTTP(w, r)
	})
}

const healthPath = "/healthz"

func healthy(http.ResponseWriter, *http.Request) {}

// refuse says no, cheaply, and when to come back.
func refuse(w http.ResponseWriter, status int, retryAfter, text string) {
	w.Header().Set("Retry-After", retryAfter)
	http.Error(w, text, status)
}

// bounded is a listener that has at most so many connections. One more is
// accepted and closed, as Node does when it has no descriptor left: the client
// sees a TCP error.
type bounded struct {
	net.Listener
	most int

	mu   sync.Mutex
	open int
}

// Accept waits for a connection for which there is room.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if b.enter() {
			return &counted{Conn: c, leave: sync.OnceFunc(b.leave)}, nil
		}
		_ = c.Close()
	}
}

func (b *bounded) enter() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open >= b.most {
		return false
	}
	b.open++
	return true
}

func (b *bounded) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open--
}

// counted is a connection of a bounded listener.
type counted struct {
	net.Conn
	leave func()
}

// Close closes the connection and makes room for another.
func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}
