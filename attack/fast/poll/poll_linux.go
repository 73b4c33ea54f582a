package poll

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
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
	coarse bool // the kernel counts waits in milliseconds only

	mu    sync.Mutex
	alarm int // an eventfd; -1 once closed
}

// alarmToken marks the event of Wake.
const alarmToken = math.MaxUint64

// New makes a poller that reports at most batch events at once.
func New(batch int) (*Poller, error) {
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("create epoll: %w", err)
	}
	alarm, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("create eventfd: %w", err), unix.Close(epoll))
	}
	p := &Poller{epoll: epoll, alarm: alarm, events: make([]unix.EpollEvent, batch)}
	if err := p.Watch(alarm, alarmToken); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// Watch reports what happens to a descriptor, with the token, until it is closed.
func (p *Poller) Watch(fd int, token uint64) error {
	event := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLOUT | unix.EPOLLRDHUP | unix.EPOLLET}
	event.Fd, event.Pad = int32(token), int32(token>>32)
	if err := unix.EpollCtl(p.epoll, unix.EPOLL_CTL_ADD, fd, &event); err != nil {
		return fmt.Errorf("watch connection: %w", err)
	}
	return nil
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

// Wait waits for events, or for Wake, no longer than timeout. It may return none.
func (p *Poller) Wait(timeout time.Duration) ([]Event, error) {
	n, errno := p.wait(max(timeout, 0))
	if errno == unix.ENOSYS && !p.coarse {
		p.coarse = true // before Linux 5.11
		n, errno = p.wait(max(timeout, 0))
	}
	if errno != 0 && errno != unix.EINTR {
		return nil, fmt.Errorf("wait for connections: %w", errno)
	}
	if errno != 0 {
		n = 0
	}
	return p.heard(unsafe.Slice((*Event)(unsafe.Pointer(unsafe.SliceData(p.events))), n)), nil
}

func (p *Poller) wait(timeout time.Duration) (int, syscall.Errno) {
	first, most := uintptr(unsafe.Pointer(&p.events[0])), uintptr(len(p.events))
	if p.coarse {
		n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(p.epoll), first, most, uintptr(timeout.Milliseconds()), 0, 0)
		return int(n), errno
	}
	limit := unix.NsecToTimespec(int64(timeout))
	n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT2, uintptr(p.epoll), first, most, uintptr(unsafe.Pointer(&limit)), 0, 0)
	return int(n), errno
}

// heard takes the alarm out of the events.
func (p *Poller) heard(events []Event) []Event {
	for i := range events {
		if events[i].Token() == alarmToken {
			var count [8]byte
			_, _ = unix.Read(p.alarm, count[:])
			events[i] = events[len(events)-1]
			return events[:len(events)-1]
		}
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
	alarm := p.alarm
	p.alarm = -1
	return errors.Join(unix.Close(p.epoll), unix.Close(alarm))
}

// Precise makes the waits of the calling thread end on time; by default they
// end up to 50 µs late, so that the kernel can bundle them. A goroutine that
// is not bound to its thread must ask now and again, as Go may move it; being
// bound would cost it two changes of thread each time that Go preempts it.
func Precise() { _ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0) }
