// Package caddy checks the caddy format with caddy validate, and drives Caddy
// with it. The program is built by make test-validators.
package caddy

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"loadline/report/limits"
	"loadline/report/limits/check"
	"loadline/report/limits/limitstest"
	"loadline/report/limits/validators"
)

func TestCaddyAcceptsEveryFile(t *testing.T) {
	for _, variant := range validators.Variants(t, "caddy") {
		if result := validate(t, variant.Text); result.Verdict != check.Accepted {
			t.Errorf("%s: %+v", variant.Name, result)
		}
	}
}

// A directive, with the letter of it that is changed.
var directive = regexp.MustCompile(`(?m)^\t+([a-z_]+)( |$)`)

func TestCaddyRefusesATypoInAnyDirective(t *testing.T) {
	text := validators.Variants(t, "caddy")[0].Text
	found := directive.FindAllSubmatchIndex(text, -1)
	if len(found) < 8 {
		t.Fatalf("only %d directives in\n%s", len(found), text)
	}
	for _, at := range found {
		changed := bytes.Clone(text)
		changed[at[2]+1] = 'q'
		if result := validate(t, changed); result.Verdict != check.Refused {
			t.Errorf("%s instead of %s: %+v", changed[at[2]:at[3]], text[at[2]:at[3]], result)
		}
	}
}

func validate(t *testing.T, text []byte) check.Result {
	t.Helper()
	path := filepath.Join(t.TempDir(), "Caddyfile")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	result, err := check.File(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestCaddyHoldsTheLimit(t *testing.T) {
	for _, status := range []int{503, 429} {
		service, address := start(t, 50*time.Millisecond, status)
		tally := limitstest.Press{URL: "http://" + address, Clients: 64, Done: 80}.Run(t, service)
		t.Logf("in flight %d at most; %+v", service.Peak(), tally)
		if service.Peak() > 8 || tally.OK == 0 || tally.Statuses[status] == 0 || len(tally.Statuses) != 2 {
			t.Errorf("in flight %d, want at most 8; %+v", service.Peak(), tally)
		}
		if tally.NoRetry+tally.Sick+tally.Failed > 0 || tally.Healthy == 0 {
			t.Errorf("refusals without Retry-After, or the health path failed: %+v", tally)
		}
	}
}

// What the file says of impatient clients is true. If Caddy learns better, the
// file may say so.
func TestCaddyDoesNotCountClientsThatGaveUp(t *testing.T) {
	service, address := start(t, 500*time.Millisecond, 503)
	tally := limitstest.Press{URL: "http://" + address, Clients: 64, Timeout: 100 * time.Millisecond, Done: 64}.Run(t, service)
	t.Logf("in flight %d at most; %+v", service.Peak(), tally)
	if service.Peak() <= 8 || tally.Abandoned == 0 {
		t.Errorf("in flight %d: Caddy holds the limit; %+v", service.Peak(), tally)
	}
}

// start runs Caddy with a generated file. Its administration endpoint has one
// port for the whole machine, so it is off.
func start(t *testing.T, work time.Duration, status int) (*limitstest.Service, string) {
	t.Helper()
	service, listen := limitstest.NewService(t, work), limitstest.FreeAddress(t)
	limit, err := limits.ByHand(8, limits.Options{Upstream: service.Address, Listen: listen, RejectStatus: status})
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.NewBufferString("{\n\tadmin off\n}\n")
	if err := limits.Render(text, "caddy", limit); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "Caddyfile")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	limitstest.Start(t, dir, listen, "caddy", "run", "--adapter", "caddyfile", "--config", path)
	return service, listen
}
