package acceptance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/targets/servers"
)

// A signal ends the sweep, 130 is the exit code, and what was measured is in
// the result, which says that it is not complete.
func TestInterrupted(t *testing.T) {
	program := build(t)
	service := servers.Slots(t, servers.SlotsConfig{Slots: 2, Service: 20 * time.Millisecond})
	dir := filepath.Join(t.TempDir(), "out")
	var progress lockedBuffer
	sweep := exec.CommandContext(t.Context(), program, "sweep", "--budget", "60s", "--out", dir, service.URL)
	sweep.Stderr = &progress
	if err := sweep.Start(); err != nil {
		t.Fatal(err)
	}
	progress.await(t, "probe")
	signal(t, sweep, syscall.SIGUSR1)
	progress.await(t, "sent ")
	signal(t, sweep, syscall.SIGINT)
	if err := sweep.Wait(); sweep.ProcessState.ExitCode() != 130 {
		t.Fatalf("ended with %v, want exit code 130; it said\n%s", err, progress.String())
	}
	run := command{dir: dir}.result(t)
	if run.Complete || len(run.Steps) == 0 || run.Recommendation != nil {
		t.Errorf("complete %v, %d steps, recommendation %+v; want a partial result that recommends nothing", run.Complete, len(run.Steps), run.Recommendation)
	}
	for _, step := range run.Steps {
		if step.Phase == record.Overload {
			t.Error("the sweep went on to overload the service after the signal")
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "limits")); err == nil {
		t.Error("a limit was written for a partial result")
	}
}

func signal(t *testing.T, command *exec.Cmd, s syscall.Signal) {
	t.Helper()
	if err := command.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// lockedBuffer is what a running command has printed so far.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// await waits until text was printed; the test's own deadline bounds it.
func (b *lockedBuffer) await(t *testing.T, text string) {
	t.Helper()
	for range 3000 {
		if strings.Contains(b.String(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%q was never printed; there was only\n%s", text, b.String())
}
