package acceptance

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loadline/targets/servers"
)

// Services from which nothing can be had: exit 4 well within the budget, the
// cause named, strict JSON, no limit, and every renderer survives.
func TestHopelessServices(t *testing.T) {
	for name, service := range map[string]struct {
		url   string
		cause string
	}{
		"closed port": {servers.Closed(t), "refused"},
		"resets":      {servers.Resets(t), "reset"},
		"silent":      {servers.Silent(t), "time"},
		"not found":   {servers.NotFound(t), "404"},
		"garbage":     {servers.Garbage(t), "HTTP"},
		"escapes":     {servers.Escapes(t), "500"},
		"huge header": {servers.HugeHeader(t, 8<<20), "header"},
		"endless":     {servers.Endless(t), ""},
	} {
		t.Run(name, func(t *testing.T) {
			done := loadline(t, "sweep", "--budget", "20s", "--timeout", "1s", service.url)
			if done.code != 4 {
				t.Fatalf("exit %d, want 4", done.code)
			}
			if !strings.Contains(done.out, service.cause) {
				t.Errorf("the cause %q is not named in\n%s", service.cause, done.out)
			}
			if strings.ContainsAny(done.out+done.err, "\x1b\x07") {
				t.Error("a terminal escape of the service was printed")
			}
			run := done.result(t)
			if load := run.Load.Seconds(); load > 20 {
				t.Errorf("%v s of load for a budget of 20", load)
			}
			text, err := os.ReadFile(filepath.Join(done.dir, "result.json"))
			if err != nil || !json.Valid(text) {
				t.Errorf("result.json is not strict JSON (%v)", err)
			}
			if _, err := os.Stat(filepath.Join(done.dir, "limits")); err == nil {
				t.Error("a limit was written")
			}
		})
	}
}
