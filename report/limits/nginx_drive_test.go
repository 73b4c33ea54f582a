package limits_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"loadline/report/limits"
	"loadline/report/limits/check"
	"loadline/report/limits/limitstest"
)

// nginxServer is an nginx that runs a generated file, confined to its folder.
type nginxServer struct {
	*limitstest.Process
	path string
}

func (s nginxServer) confine(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.path, check.Confined(text, filepath.Dir(s.path)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func startNginx(t *testing.T, path, listen, globals string) nginxServer {
	t.Helper()
	s := nginxServer{path: path}
	s.confine(t)
	s.Process = limitstest.Start(t, filepath.Dir(path), listen, "nginx", "-p", filepath.Dir(path), "-e", "stderr", "-c", path,
		"-g", "daemon off; error_log stderr notice; pid "+filepath.Join(filepath.Dir(path), "pid")+";"+globals)
	return s
}

func TestNginxHoldsTheLimit(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusServiceUnavailable, http.StatusTooManyRequests} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			service := limitstest.NewService(t, 50*time.Millisecond)
			listen := limitstest.FreeAddress(t)
			path := write(t, t.TempDir(), "nginx", 8, limits.Options{Upstream: service.Address, Listen: listen, RejectStatus: status})
			startNginx(t, path, listen, "")
			refuses(t, service, press(t, service, listen, 80), 8, status)
		})
	}
}

// Four workers and no server_name: with those, other keys and other directives
// let more through.
func TestNginxHoldsTheLimitWithFourWorkersAndAfterReload(t *testing.T) {
	t.Parallel()
	service := limitstest.NewService(t, 50*time.Millisecond)
	listen := limitstest.FreeAddress(t)
	options := limits.Options{Upstream: service.Address, Listen: listen}
	path := write(t, t.TempDir(), "nginx", 8, options)
	server := startNginx(t, path, listen, "worker_processes 4;")
	refuses(t, service, press(t, service, listen, 80), 8, 503)

	write(t, filepath.Dir(path), "nginx", 3, options)
	server.confine(t)
	server.Signal(t, syscall.SIGHUP)
	server.Say(t, "exited with code 0", 4)
	service.Forget()
	refuses(t, service, press(t, service, listen, 30), 3, 503)
	if strings.Contains(server.Output(), "[emerg]") {
		t.Errorf("the reload failed:\n%s", server.Output())
	}
}

func TestNginxHoldsTheLimitWhenClientsAbort(t *testing.T) {
	t.Parallel()
	service := limitstest.NewService(t, 500*time.Millisecond)
	listen := limitstest.FreeAddress(t)
	path := write(t, t.TempDir(), "nginx", 8, limits.Options{Upstream: service.Address, Listen: listen})
	startNginx(t, path, listen, "")
	holdsAborts(t, service, listen, 8)
}

// Without these two lines of the file the limit does not hold: the comments
// beside them are true, and this harness sees a leak.
func TestNginxLeaksWithoutWhatTheFileSays(t *testing.T) {
	t.Parallel()
	for line, other := range map[string]string{
		"proxy_ignore_client_abort on;":                        "",
		`limit_conn_zone "service" zone=service_inflight:64k;`: "limit_conn_zone $server_name zone=service_inflight:64k;",
	} {
		service := limitstest.NewService(t, 500*time.Millisecond)
		listen := limitstest.FreeAddress(t)
		path := write(t, t.TempDir(), "nginx", 8, limits.Options{Upstream: service.Address, Listen: listen})
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), line) {
			t.Fatalf("%v, or no %q in\n%s", err, line, text)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), line, other, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		startNginx(t, path, listen, "")
		limitstest.Press{URL: "http://" + listen, Clients: 64, Timeout: 100 * time.Millisecond, Done: 24}.Run(t, service)
		if service.Peak() <= 8 {
			t.Errorf("%d in flight with %q instead of %q", service.Peak(), other, line)
		}
	}
}
