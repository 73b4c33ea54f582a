package limits_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"loadline/report/limits"
	"loadline/report/limits/limitstest"
)

// give copies a file of testdata/drive to path.
func give(t *testing.T, name, path string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "drive", name))
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// both drives a program that holds a limit of 8 itself: with clients that
// wait, then with clients that give up.
func both(t *testing.T, status int, start func(t *testing.T, service *limitstest.Service, listen string)) {
	t.Run("press", func(t *testing.T) {
		t.Parallel()
		service, listen := limitstest.NewService(t, 50*time.Millisecond), limitstest.FreeAddress(t)
		start(t, service, listen)
		// Fresh connections, so that none of several workers has them all.
		tally := limitstest.Press{URL: "http://" + listen, Clients: 64, Fresh: true, Done: 80}.Run(t, service)
		refuses(t, service, tally, 8, status)
	})
	t.Run("abort", func(t *testing.T) {
		t.Parallel()
		service, listen := limitstest.NewService(t, 500*time.Millisecond), limitstest.FreeAddress(t)
		start(t, service, listen)
		holdsAborts(t, service, listen, 8)
	})
}

func TestGoMiddlewareHoldsTheLimit(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]limits.Options{
		"refuses": {RejectStatus: 429},
		"queues":  {RejectStatus: 503, Queue: 16},
	} {
		t.Run(name, func(t *testing.T) {
			program := buildGoService(t, options)
			both(t, options.RejectStatus, func(t *testing.T, service *limitstest.Service, listen string) {
				limitstest.Start(t, t.TempDir(), listen, program, listen, service.Address)
			})
		})
	}
}

// buildGoService compiles the generated middleware into a program.
func buildGoService(t *testing.T, options limits.Options) string {
	t.Helper()
	dir := t.TempDir()
	give(t, "main.go.txt", filepath.Join(dir, "main.go"))
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module drive\n\ngo 1.22\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "inflight"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "inflight"), "go", 8, options)
	build := exec.Command(limitstest.Program(t, "go"), "build", "-o", "service", ".")
	build.Dir = dir
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return filepath.Join(dir, "service")
}

func TestUvicornHoldsTheLimit(t *testing.T) {
	t.Parallel()
	both(t, 503, func(t *testing.T, service *limitstest.Service, listen string) {
		dir := t.TempDir()
		give(t, "asgi_service.py", filepath.Join(dir, "asgi_service.py"))
		write(t, dir, "uvicorn", 8, limits.Options{})
		_, port, _ := net.SplitHostPort(listen)
		limitstest.Start(t, dir, listen, "env", "UPSTREAM="+service.Address, limitstest.Program(t, "uvicorn"), "--port", port, "asgi_service:app")
	})
}

// Two workers with four places each.
func TestGunicornHoldsTheLimit(t *testing.T) {
	t.Parallel()
	both(t, 429, func(t *testing.T, service *limitstest.Service, listen string) {
		dir := t.TempDir()
		give(t, "wsgi_service.py", filepath.Join(dir, "wsgi_service.py"))
		config := write(t, dir, "gunicorn", 8, limits.Options{Workers: 2, RejectStatus: 429})
		server := limitstest.Start(t, dir, listen, "env", "UPSTREAM="+service.Address, limitstest.Program(t, "gunicorn"), "-c", config, "-b", listen, "wsgi_service:app")
		server.Say(t, "Booting worker", 2)
	})
}
