//go:build !linux

package poll

import (
	"errors"
	"net"
	"syscall"
	"time"
)

// ErrAgain says that nothing can be read or sent now.
const ErrAgain = syscall.EAGAIN

var errSystem = errors.New("the fast engine needs Linux")

// Poller is a set of watched connections.
type Poller struct{}

// Event is what happened to one connection.
type Event struct{}

// New fails.
func New(int) (*Poller, error) { return nil, errSystem }

func (p *Poller) Watch(int, uint64) error                  { return errSystem }
func (p *Poller) Wait(_, _ time.Duration) ([]Event, error) { return nil, errSystem }
func (p *Poller) Wake()                                    {}
func (p *Poller) Reset()                                   {}
func (p *Poller) Pulse(time.Duration) error                { return errSystem }
func (p *Poller) Beat() error                              { return errSystem }
func (p *Poller) Close() error                             { return errSystem }

func (e *Event) Token() uint64  { return 0 }
func (e *Event) Readable() bool { return false }
func (e *Event) Writable() bool { return false }
func (e *Event) Ended() bool    { return false }

func Connect(Address) (int, error)                    { return -1, errSystem }
func Failure(int) error                               { return errSystem }
func Recv(int, []byte) (int, error)                   { return 0, errSystem }
func Stamp(int)                                       {}
func Send(int, []byte) (int, error)                   { return 0, errSystem }
func Close(int) error                                 { return errSystem }
func RecvStamped(int, []byte) (int, time.Time, error) { return 0, time.Time{}, errSystem }
func Conn(int) (net.Conn, error)                      { return nil, errSystem }
