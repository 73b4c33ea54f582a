package poll

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Poller is a set of watched connections. All but Wake belongs to one goroutine.
type Poller struct {
	epoll  int
	events []unix.EpollEvent
	clock  int           // a timerfd: it is set anew only when the deadline changes
	set    time.Duration // the deadline that clock is set to; 0: to none
	pulse  int           // a timerfd that blocks who reads it

	mu    sync.Mutex
	alarm int // an eventfd; -1 once closed
}

// The tokens of the poller's own descriptors.
const (
	alarmToken = math.MaxUint64 - iota
	clockToken
)

// New makes a poller that reports at most batch events at once.
func New(batch int) (*Poller, error) {
	p := &Poller{epoll: -1, clock: -1, pulse: -1, alarm: -1, events: make([]unix.EpollEvent, batch)}
	if err := p.open(); err != nil {
		return nil, errors.Join(fmt.Errorf("make event loop: %w", err), p.Close())
	}
	return p, nil
}

func (p *Poller) open() (err error) {
	if p.epoll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return err
	}
	if p.alarm, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		return err
	}
	if p.clock, err = unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK); err != nil {
		return err
	}
	if p.pulse, err = unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC); err != nil {
		return err
	}
	return errors.Join(p.add(p.alarm, alarmToken, unix.EPOLLIN), p.add(p.clock, clockToken, unix.EPOLLIN))
}

// Watch reports what happens to a descriptor, with the token, until it is closed.
func (p *Poller) Watch(fd int, token uint64) error {
	return p.add(fd, token, unix.EPOLLIN|unix.EPOLLOUT|unix.EPOLLRDHUP)
}

func (p *Poller) add(fd int, token uint64, events uint32) error {
	event := unix.EpollEvent{Events: events | unix.EPOLLET, Fd: int32(token), Pad: int32(token >> 32)}
	return os.NewSyscallError("epoll_ctl", unix.EpollCtl(p.epoll, unix.EPOLL_CTL_ADD, fd, &event))
}

// Event is what happened to one connection.
type Event struct{ raw unix.EpollEvent }

// Token is what the connection was watched with.
func (e *Event) Token() uint64 { return uint64(uint32(e.raw.Fd)) | uint64(uint32(e.raw.Pad))<<32 }

// Readable says that there are bytes, the connection's end, or an error to be read.
func (e *Event) Readable() bool { return e.raw.Events&^unix.EPOLLOUT != 0 }

// Writable says that bytes can be sent, or that connecting came to an end.
func (e *Event) Writable() bool {
	return e.raw.Events&(unix.EPOLLOUT|unix.EPOLLERR|unix.EPOLLHUP) != 0
}

// Ended says that the other side has closed or reset the connection.
func (e *Event) Ended() bool {
	return e.raw.Events&(unix.EPOLLRDHUP|unix.EPOLLHUP|unix.EPOLLERR) != 0
}

// Wait waits for events, for Wake, or until the deadline. Both times are the
// caller's: since the same moment, which Reset tells apart from others. It may
// return no events.
func (p *Poller) Wait(now, deadline time.Duration) ([]Event, error) {
	timeout := forever
	if deadline <= now {
		timeout = 0
	} else if err := p.setClock(now, deadline); err != nil {
		return nil, err
	}
	first, most := uintptr(unsafe.Pointer(&p.events[0])), uintptr(len(p.events))
	n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(p.epoll), first, most, timeout, 0, 0)
	if errno == unix.EINTR { // by Go, which wants the goroutine to give way
		n, errno = 0, 0
	}
	if errno != 0 {
		return nil, os.NewSyscallError("epoll_wait", errno)
	}
	return p.own(unsafe.Slice((*Event)(unsafe.Pointer(unsafe.SliceData(p.events))), int(n))), nil
}

const forever = ^uintptr(0)

// setClock ends a wait at the deadline. Most waits end sooner and the next has
// the same deadline, and setting a timer is dear, above all in virtual machines.
func (p *Poller) setClock(now, deadline time.Duration) error {
	if p.set == deadline {
		return nil
	}
	p.set = deadline
	in := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(deadline - now))}
	return os.NewSyscallError("timerfd_settime", unix.TimerfdSettime(p.clock, 0, &in, nil))
}

// Reset begins to count the time from another moment.
func (p *Poller) Reset() { p.set = 0 }

// own takes the events of the poller's own descriptors out.
func (p *Poller) own(events []Event) []Event {
	for i := len(events) - 1; i >= 0; i-- {
		switch events[i].Token() {
		case alarmToken:
			var count [8]byte
			_, _ = unix.Read(p.alarm, count[:])
		case clockToken:
			p.set = 0
		default:
			continue
		}
		events[i] = events[len(events)-1]
		events = events[:len(events)-1]
	}
	return events
}

// Wake ends the present or the next Wait. Anybody may call it at any time.
func (p *Poller) Wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.alarm < 0 {
		return
	}
	one := binary.NativeEndian.AppendUint64(nil, 1)
	_, _ = unix.Write(p.alarm, one) // it fails only where an alarm is already pending
}

// Close gives up the poller, not the connections.
func (p *Poller) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, fd := range []int{p.epoll, p.clock, p.pulse, p.alarm} {
		if fd >= 0 {
			errs = append(errs, unix.Close(fd))
		}
	}
	p.epoll, p.clock, p.pulse, p.alarm = -1, -1, -1, -1
	return errors.Join(errs...)
}
