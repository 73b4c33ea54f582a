package check

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// file stands for the copy in the scratch folder.
const file = "FILE"

// put writes a file into the scratch folder and returns its path.
func (s subject) put(name string, text []byte) (string, error) {
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, text, 0o644)
}

// copy puts the file itself into the scratch folder.
func (s *subject) copy(name string) (err error) {
	s.copied, err = s.put(name, s.text)
	return err
}

// tool is a validator that takes the file as it is.
func tool(name string, arguments ...string) validator {
	return func(ctx context.Context, s subject) (Result, error) {
		if err := s.copy("file"); err != nil {
			return Result{}, err
		}
		filled := make([]string, len(arguments))
		for i, argument := range arguments {
			filled[i] = strings.Replace(argument, file, s.copied, 1)
		}
		return s.program(ctx, name+" "+strings.Join(arguments, " "), name, filled...)
	}
}

func nginx(ctx context.Context, s subject) (Result, error) {
	s.text = Confined(s.text, s.dir)
	if err := s.copy("nginx.conf"); err != nil {
		return Result{}, err
	}
	pid := "pid " + filepath.Join(s.dir, "pid") + ";"
	return s.program(ctx, "nginx -t -c FILE", "nginx", "-t", "-q", "-p", s.dir, "-e", "stderr", "-g", pid, "-c", s.copied)
}

func goVet(ctx context.Context, s subject) (Result, error) {
	if err := s.copy("inflight.go"); err != nil {
		return Result{}, err
	}
	return s.program(ctx, "go vet FILE", "go", "vet", s.copied)
}

// systemd's verify exits 0 whatever it finds, so what it says is the verdict:
// any line that names the drop-in.
func systemd(ctx context.Context, s subject) (Result, error) {
	name := s.service + ".service"
	unit, err := s.put(name, []byte("[Service]\nExecStart=/bin/true\n"))
	if err != nil {
		return Result{}, err
	}
	if err := s.copy(name + ".d/loadline.conf"); err != nil {
		return Result{}, err
	}
	result, err := s.program(ctx, "systemd-analyze verify UNIT, with FILE in UNIT.d", "systemd-analyze", "--man=no", "verify", unit)
	if result.Verdict != Unchecked && strings.Contains(result.Output, s.path) {
		result.Verdict = Refused
	}
	return result, err
}

func compose(ctx context.Context, s subject) (Result, error) {
	base, err := s.put("base.yaml", []byte("services:\n  \""+s.service+"\":\n    image: scratch\n"))
	if err != nil {
		return Result{}, err
	}
	if err := s.copy("over.yaml"); err != nil {
		return Result{}, err
	}
	return s.program(ctx, "docker compose -f BASE -f FILE config -q", "docker", "compose", "-f", base, "-f", s.copied, "config", "-q")
}
