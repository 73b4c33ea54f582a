package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Capture records what passes to and from one port of the loopback interface.
type Capture struct {
	fd      int
	port    uint16
	stopped atomic.Bool
	done    chan struct{}
	packets []packet
	first   unix.Timespec
	err     error
}

const (
	buffer = 8 << 20                // of the kernel, for packets not yet read
	look   = 20 * time.Millisecond  // how often Stop is looked for
	settle = 100 * time.Millisecond // the last packets may be on their way
)

// Start captures until Stop. Its error wraps unix.EPERM where the process may
// not capture.
func Start(port int) (*Capture, error) {
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, int(swap(unix.ETH_P_IP)))
	if err != nil {
		return nil, fmt.Errorf("capture packets: %w", err)
	}
	c := &Capture{fd: fd, port: uint16(port), done: make(chan struct{})}
	if err := c.prepare(); err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("capture packets on loopback: %w", err)
	}
	go c.run()
	return c, nil
}

func (c *Capture) prepare() error {
	loopback, err := net.InterfaceByName("lo")
	if err != nil {
		return err
	}
	wait := unix.NsecToTimeval(int64(look))
	return errors.Join(
		unix.SetsockoptInt(c.fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, buffer),
		unix.SetsockoptInt(c.fd, unix.SOL_SOCKET, unix.SO_TIMESTAMPNS, 1),
		unix.SetsockoptTimeval(c.fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &wait),
		unix.Bind(c.fd, &unix.SockaddrLinklayer{Protocol: swap(unix.ETH_P_IP), Ifindex: loopback.Index}),
	)
}

// swap is htons.
func swap(v uint16) uint16 { return v<<8 | v>>8 }

// run reads packets until there are none after Stop.
func (c *Capture) run() {
	defer close(c.done)
	data, control := make([]byte, 256), make([]byte, 256)
	for {
		n, m, _, from, err := unix.Recvmsg(c.fd, data, control, 0)
		switch {
		case err == nil:
			c.take(data[:n], control[:m], from)
		case errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR):
			if c.stopped.Load() {
				return
			}
		default:
			c.err = err
			return
		}
	}
}

// take keeps a packet of the port. Each passes twice on loopback: only the one
// that comes in counts.
func (c *Capture) take(ip, control []byte, from unix.Sockaddr) {
	if link, ok := from.(*unix.SockaddrLinklayer); !ok || link.Pkttype == unix.PACKET_OUTGOING {
		return
	}
	client, k := parse(ip, c.port)
	if k == other {
		return
	}
	at, ok := Stamp(control)
	if !ok {
		return
	}
	if len(c.packets) == 0 {
		c.first = at
	}
	c.packets = append(c.packets, packet{at: time.Duration(at.Nano() - c.first.Nano()), client: client, kind: k})
}

// Stamp is the kernel's time of a packet, out of the control messages that
// came with it where the socket has SO_TIMESTAMPNS.
func Stamp(control []byte) (unix.Timespec, bool) {
	messages, err := unix.ParseSocketControlMessage(control)
	if err != nil {
		return unix.Timespec{}, false
	}
	for _, m := range messages {
		if m.Header.Level != unix.SOL_SOCKET || m.Header.Type != unix.SCM_TIMESTAMPNS {
			continue
		}
		if len(m.Data) >= int(unsafe.Sizeof(unix.Timespec{})) {
			return unix.Timespec{
				Sec:  int64(binary.NativeEndian.Uint64(m.Data)),
				Nsec: int64(binary.NativeEndian.Uint64(m.Data[8:])),
			}, true
		}
	}
	return unix.Timespec{}, false
}

// Stop ends the capture and gives the exchanges in the order of sending.
func (c *Capture) Stop() ([]Exchange, error) {
	time.Sleep(settle)
	c.stopped.Store(true)
	<-c.done
	_ = unix.Close(c.fd)
	if c.err != nil {
		return nil, fmt.Errorf("capture packets: %w", c.err)
	}
	return pair(c.packets), nil
}
