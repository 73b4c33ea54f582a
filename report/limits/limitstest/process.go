package limitstest

import (
	"bytes"
	"math/rand/v2"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"loadline/report/limits/check"
)

// Process is a server that was started for a test.
type Process struct {
	command *exec.Cmd
	ended   chan struct{}
	output  buffer
}

// Start runs a command in dir until the test ends, and returns once it
// answers on address. A program that is not installed fails the test.
func Start(t testing.TB, dir, address, name string, arguments ...string) *Process {
	t.Helper()
	p := &Process{command: exec.Command(Program(t, name), arguments...), ended: make(chan struct{})}
	p.command.Dir = dir
	p.command.Env = append(p.command.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	p.command.Stdout, p.command.Stderr = &p.output, &p.output
	// Its children must not outlive it: they are one group.
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.command.Start(); err != nil {
		t.Fatalf("start %s: %v", name, err)
	}
	go func() { p.command.Wait(); close(p.ended) }()
	t.Cleanup(p.end)
	p.await(t, address)
	return p
}

// Program is the path of an installed program.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := check.Find(name)
	if err != nil {
		t.Fatalf("%v; make test installs it", err)
	}
	return path
}

// await polls until the server accepts connections.
func (p *Process) await(t testing.TB, address string) {
	t.Helper()
	for deadline := time.Now().Add(atMost); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		select {
		case <-p.ended:
			t.Fatalf("%v ended before it answered:\n%s", p.command.Args, p.Output())
		default:
		}
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return
		}
	}
	t.Fatalf("%v does not answer on %s:\n%s", p.command.Args, address, p.Output())
}

// Signal sends a signal to the process alone, not to its children.
func (p *Process) Signal(t testing.TB, signal syscall.Signal) {
	t.Helper()
	if err := p.command.Process.Signal(signal); err != nil {
		t.Fatalf("signal %v to %v: %v", signal, p.command.Args, err)
	}
}

// Output is what the process has said so far.
func (p *Process) Output() string { return p.output.String() }

// Say waits until the output holds text so many times.
func (p *Process) Say(t testing.TB, text string, times int) {
	t.Helper()
	for deadline := time.Now().Add(atMost); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if strings.Count(p.Output(), text) >= times {
			return
		}
	}
	t.Fatalf("%v does not say %q %d times:\n%s", p.command.Args, text, times, p.Output())
}

func (p *Process) end() {
	syscall.Kill(-p.command.Process.Pid, syscall.SIGKILL)
	<-p.ended
}

// FreeAddress is a loopback address that nobody listened on a moment ago. Its
// port is below those that the kernel gives to outgoing connections, so that
// none of the clients' can take it in between.
func FreeAddress(t testing.TB) string {
	t.Helper()
	var err error
	for range 100 {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(20_000+rand.IntN(10_000)))
		var l net.Listener
		if l, err = net.Listen("tcp", address); err == nil {
			l.Close() //nolint:errcheck // it only found a port
			return address
		}
	}
	t.Fatalf("no free port: %v", err)
	return ""
}

// buffer is a bytes.Buffer for two.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
