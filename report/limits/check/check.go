package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// patience bounds a validator; the slowest, go vet with a cold cache, takes
// half a minute.
const patience = 3 * time.Minute

// largest bounds what is read; no limit file is near it.
const largest = 1 << 20

// Verdict is how a check ended.
type Verdict string

// A file is Unchecked where its validator is not installed, or would have to
// ask a server.
const (
	Accepted  Verdict = "accepted"
	Refused   Verdict = "refused"
	Unchecked Verdict = "not checked"
)

// Result is what a validator said.
type Result struct {
	Format  string
	Command string // as one would type it, with FILE for the file
	Verdict Verdict
	Output  string // what the validator said, or why nothing ran
}

// File checks one limit file. The error says that the file cannot be read, is
// of no known format, or that the scratch folder could not be made; a file
// that its validator refuses is a Result.
func File(ctx context.Context, path string) (Result, error) {
	text, err := read(path)
	if err != nil {
		return Result{}, err
	}
	id, err := identify(path, text)
	if err != nil {
		return Result{}, err
	}
	dir, err := os.MkdirTemp("", "loadline-check-")
	if err != nil {
		return Result{}, fmt.Errorf("check %s: %w", path, err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a scratch folder in the system's own
	id.dir, id.path, id.text = dir, path, text
	return validators[id.format](ctx, id)
}

func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > largest {
		return nil, fmt.Errorf("%s: want a regular file of at most %d bytes", path, largest)
	}
	return os.ReadFile(path)
}

// Find is the path of an installed program. Debian keeps servers in /usr/sbin,
// which is not in every user's PATH.
func Find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil {
		return path, nil
	}
	if path, elsewhere := exec.LookPath("/usr/sbin/" + name); elsewhere == nil {
		return path, nil
	}
	return "", err
}

// program runs a validator in the scratch folder; shown is how it is told.
func (s subject) program(ctx context.Context, shown, name string, arguments ...string) (Result, error) {
	path, err := Find(name)
	if err != nil {
		return s.unchecked(shown, name+" is not installed"), nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	command := exec.CommandContext(ctx, path, arguments...)
	command.Dir = s.dir
	command.Env = append(os.Environ(), "XDG_CONFIG_HOME="+s.dir, "XDG_DATA_HOME="+s.dir, // what it keeps stays there
		"CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOPROXY=off", "GOFLAGS=", "BASH_ENV=", "ENV=") // and it starts nothing else
	command.WaitDelay = time.Second
	output, err := command.CombinedOutput()
	if ctx.Err() != nil {
		return Result{}, fmt.Errorf("run %s: %w", name, ctx.Err())
	}
	result := Result{Format: s.format, Command: shown, Verdict: Accepted, Output: s.named(output)}
	if _, exited := errors.AsType[*exec.ExitError](err); exited {
		result.Verdict = Refused
	} else if err != nil {
		return Result{}, fmt.Errorf("run %s: %w", name, err)
	}
	return result, nil
}

func (s subject) unchecked(command, why string) Result {
	return Result{Format: s.format, Command: command, Verdict: Unchecked, Output: why}
}

// named is a validator's output with the file's own name instead of the copy's.
func (s subject) named(output []byte) string {
	text := strings.ReplaceAll(string(output), s.copied, s.path)
	return strings.TrimSpace(strings.ReplaceAll(text, s.dir+"/", ""))
}
