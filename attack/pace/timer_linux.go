package pace

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// timer waits for a timerfd through the runtime's poller, which the kernel's
// high-resolution timer wakes without slack. Where arrivals are close it is
// the better of the precise ways: the dispatcher keeps its place in Go's
// scheduler and hands requests over without a change of threads.
type timer struct {
	file *os.File
	fd   int
}

// Sleep waits for the timer; without one it is time.Sleep.
func (t *timer) Sleep(d time.Duration) {
	if t.file == nil && !t.open() {
		time.Sleep(d)
		return
	}
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(max(d, 1)))} // 0 would stop the timer
	if unix.TimerfdSettime(t.fd, 0, &spec, nil) != nil {
		time.Sleep(d)
		return
	}
	var fired [8]byte
	_, _ = t.file.Read(fired[:])
}

func (t *timer) open() bool {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return false
	}
	t.fd, t.file = fd, os.NewFile(uintptr(fd), "timerfd")
	return true
}

// Done closes the timer.
func (t *timer) Done() {
	if t.file != nil {
		_ = t.file.Close()
		t.file = nil
	}
}
