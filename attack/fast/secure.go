package fast

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"time"

	"loadline/attack/fast/poll"
)

// tlsFor is the configuration for a host.
func tlsFor(base *tls.Config, host string) *tls.Config {
	config := &tls.Config{}
	if base != nil {
		config = base.Clone()
	}
	if config.ServerName == "" {
		config.ServerName = host
	}
	config.NextProtos = []string{"http/1.1"}
	return config
}

// secure is TLS on a connection. The handshake waits, so a goroutine beside
// the loop does it; afterwards the loop encrypts and decrypts what it sends
// and receives.
type secure struct {
	*tls.Conn
	wire *tlsWire
}

// shakeHands does the handshake and has the loop go on.
func (c *conn) shakeHands(ctx context.Context) {
	c.state = shaking
	l := c.loop
	l.side.Go(func() {
		s, err := handshake(ctx, c, l.engine.options.Timeout)
		l.post(func() { c.shaken(s, err) })
	})
}

func handshake(ctx context.Context, c *conn, timeout time.Duration) (*secure, error) {
	waiting, err := poll.Conn(c.fd)
	if err != nil {
		return nil, err
	}
	defer waiting.Close() //nolint:errcheck // the connection itself stays open
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	s := &secure{wire: &tlsWire{Conn: waiting, conn: c, shaking: true}}
	s.Conn = tls.Client(s.wire, c.origin.tls)
	if err := s.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	s.wire.shaking = false
	return s, nil
}

func (c *conn) shaken(s *secure, err error) {
	if err != nil {
		c.close()
		c.loop.unopened(c.origin, err)
		return
	}
	c.secure = s
	c.opened()
	if c.state != closed {
		c.receive(false) // what came with the handshake has had its event
	}
}

// goodbye tells the server that nothing more will come, if that can be sent at once.
func (s *secure) goodbye(c *conn) {
	if len(c.unsent) > 0 {
		return // within a record
	}
	_ = s.Close()
	_, _ = poll.Send(c.fd, c.unsent)
}

// tlsWire is what the TLS connection reads from and writes to: while shaking
// hands a connection that waits, afterwards the loop's, which never does.
type tlsWire struct {
	net.Conn
	conn    *conn
	shaking bool
	room    []byte // for what is to be sent
}

// Read gives tls.Conn an error that it recovers from (a net.Error that is
// temporary) where nothing has arrived.
func (w *tlsWire) Read(into []byte) (int, error) {
	if w.shaking {
		return w.Conn.Read(into)
	}
	n, err := w.conn.pull(into)
	if n == 0 && err == nil {
		err = io.EOF
	}
	return n, err
}

// Write leaves it to the loop to send the data.
func (w *tlsWire) Write(data []byte) (int, error) {
	if w.shaking {
		return w.Conn.Write(data)
	}
	if len(w.conn.unsent) > 0 {
		w.conn.unsent = append(w.conn.unsent, data...)
		return len(data), nil
	}
	w.room = append(w.room[:0], data...)
	w.conn.unsent = w.room
	return len(data), nil
}

// Close leaves the connection to the loop.
func (w *tlsWire) Close() error { return w.Conn.Close() }

// SetWriteDeadline matters to the handshake only.
func (w *tlsWire) SetWriteDeadline(t time.Time) error {
	if w.shaking {
		return w.Conn.SetWriteDeadline(t)
	}
	return nil
}
