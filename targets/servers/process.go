package servers

import (
	"bytes"
	"net"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"
)

// process is a program that belongs to a test.
type process struct {
	cmd    *exec.Cmd
	output output
	ended  chan struct{} // closed once the program has ended
}

// start starts the program. It is ended by its pid when the test is over, and
// by the kernel should this process die before.
func start(t testing.TB, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{cmd: cmd, ended: make(chan struct{})}
	p.cmd.Stderr = &p.output
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go p.run(started)
	if err := <-started; err != nil {
		t.Fatalf("start %s: %v", cmd.Path, err)
	}
	t.Cleanup(p.stop)
	return p
}

// run holds on to the thread that starts the program: the kernel takes that
// thread's end for the death of the parent.
func (p *process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err == nil {
		_ = p.cmd.Wait()
	}
	close(p.ended)
}

// stop asks the program to end and makes it after a while.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	kill := time.AfterFunc(2*time.Second, func() { _ = p.cmd.Process.Kill() })
	defer kill.Stop()
	<-p.ended
}

// patience bounds how long a program may take until its port answers.
const patience = 20 * time.Second

// ready waits until the address accepts connections. It is false where the
// program ended before.
func (p *process) ready(t testing.TB, address string) bool {
	t.Helper()
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		if c, err := net.Dial("tcp", address); err == nil {
			_ = c.Close()
			return true
		}
		select {
		case <-poll.C:
		case <-p.ended:
			return false
		case <-late.C:
			t.Fatalf("%s does not answer on %s after %v: %s", p.cmd.Path, address, patience, p.output.String())
		}
	}
}

// output is what the program said, for the message when it fails.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(text)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// program finds a program, also where only an administrator's PATH has it.
func program(t testing.TB, name, debianPackage string) string {
	t.Helper()
	for _, path := range []string{name, "/usr/sbin/" + name, "/usr/local/sbin/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	t.Fatalf("%s is not installed: apt-get install %s (make test does it)", name, debianPackage)
	return ""
}

// freePort is a port that was free a moment ago.
func freePort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("listen on loopback: %v", err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}
