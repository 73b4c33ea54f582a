package acceptance

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"loadline/attack/record"
	"loadline/cmd"
)

// command is a finished command line.
type command struct {
	code     int
	out, err string
	dir      string // its --out
}

// loadline runs a command line to its end, its results in a folder of their own.
func loadline(t *testing.T, args ...string) command {
	t.Helper()
	var out, err bytes.Buffer
	dir := filepath.Join(t.TempDir(), "out")
	code := cmd.Run(&cmd.Env{
		Args: append(args, "--out", dir), In: &bytes.Buffer{}, Out: &out, Err: &err,
		Getenv: os.Getenv, Signals: make(chan os.Signal), Exit: func(int) {},
	})
	t.Logf("loadline %q exits %d\n%s%s", args, code, out.String(), err.String())
	return command{code: code, out: out.String(), err: err.String(), dir: dir}
}

// result is the run that the command wrote.
func (c command) result(t testing.TB) *record.Run {
	t.Helper()
	file, err := os.Open(filepath.Join(c.dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // only read
	run, err := record.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// found is the result of a sweep that must have found a capacity, all files
// written.
func (c command) found(t *testing.T) (*record.Run, error) {
	t.Helper()
	run := c.result(t)
	if c.code != 0 || run.Capacity == nil || run.Capacity.Outcome != record.Found || run.Recommendation == nil {
		return nil, fmt.Errorf("exit %d, capacity %+v, recommendation %+v: want a capacity that was found", c.code, run.Capacity, run.Recommendation)
	}
	for _, name := range []string{"report.html", "curve.png", "limits/nginx.conf", "limits/limit.json"} {
		if info, err := os.Stat(filepath.Join(c.dir, name)); err != nil || info.Size() == 0 {
			return nil, fmt.Errorf("%s is missing or empty: %w", name, err)
		}
	}
	return run, nil
}

// tries is how often a measurement may be repeated on a machine whose other
// tenants nobody can see; a fault of the product fails all of them.
const tries = 3

// eventually measures until once gives no error.
func eventually(t *testing.T, once func() error) {
	t.Helper()
	for i := range tries {
		err := once()
		if err == nil {
			return
		}
		t.Logf("try %d of %d: %v", i+1, tries, err)
	}
	t.Errorf("none of %d tries measured what it should", tries)
}

func within(what string, got, low, high float64) error {
	if got < low || got > high {
		return fmt.Errorf("%s is %.4g, want it within %v-%v", what, got, low, high)
	}
	return nil
}
