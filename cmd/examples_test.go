package cmd

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// hasty makes an example of each command quick; the last of a flag counts.
var hasty = map[string][]string{
	"sweep":     {"--budget", "2s", "--timeout", "1s"},
	"staircase": {"--step-duration", "200ms", "--timeout", "1s"},
	"attack":    {"--duration", "500ms", "--timeout", "1s"},
}

// Every example of every help text runs as it stands, but for the address of
// the service, the time it takes, and where results go.
func TestHelpExamplesWork(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer service.Close()
	t.Setenv("TOKEN", "s3cret-token")
	t.Setenv("LOADLINE_CREDENTIAL", "s3cret-credential")
	t.Chdir(t.TempDir())
	prepareResult(t)
	for _, command := range newRoot(&Env{}).Commands() {
		lines := examples(command)
		if len(lines) == 0 && command.Runnable() && !command.Hidden && command.Name() != "completion" && command.Name() != "help" {
			t.Errorf("%s has no example", command.Name())
		}
		for _, line := range lines {
			line = strings.ReplaceAll(line, "http://127.0.0.1:8080", service.URL)
			t.Run(line, func(t *testing.T) { runExample(t, command.Name(), words(line)) })
		}
	}
}

func examples(command *cobra.Command) []string {
	var lines []string
	for line := range strings.SplitSeq(command.Example, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// words splits a line as a shell does, and leaves assignments in front away.
func words(line string) []string {
	var out []string
	for _, word := range regexp.MustCompile(`'[^']*'|[^\s']+`).FindAllString(line, -1) {
		out = append(out, strings.Trim(word, "'"))
	}
	for len(out) > 0 && strings.Contains(out[0], "=") {
		out = out[1:]
	}
	return out
}

func runExample(t *testing.T, name string, line []string) {
	if len(line) == 0 || line[0] != "loadline" {
		t.Fatalf("an example is not of loadline: %q", line)
	}
	if name == "sweep" && strings.Contains(strings.Join(line, " "), "--concurrencies") {
		name = "staircase"
	}
	signals := make(chan os.Signal, 1)
	if name == "demo" {
		signals <- os.Interrupt // it would run for ever
	}
	var out, messages bytes.Buffer
	code := Run(&Env{
		Args: append(line[1:], hasty[name]...), In: &bytes.Buffer{}, Out: &out, Err: &messages,
		Getenv: os.Getenv, Signals: signals, Exit: func(int) {},
	})
	if code == int(exitUsage) || code == int(exitInternal) {
		t.Errorf("exits %d\n%s%s", code, out.String(), messages.String())
	}
	if strings.Contains(out.String()+messages.String(), "s3cret") {
		t.Error("a secret was printed")
	}
}

// prepareResult leaves what the examples of limits read: a result, and its
// limit files.
func prepareResult(t *testing.T) {
	t.Helper()
	for _, line := range [][]string{
		{"sweep", "sim:queue?servers=8&service=40ms"},
		{"limits", "loadline-out/result.json", "--format", "nginx", "--out", "limits"},
	} {
		var out, messages bytes.Buffer
		code := Run(&Env{
			Args: line, In: &bytes.Buffer{}, Out: &out, Err: &messages,
			Getenv: os.Getenv, Signals: make(chan os.Signal), Exit: func(int) {},
		})
		if code != 0 {
			t.Fatalf("%q exits %d\n%s%s", line, code, out.String(), messages.String())
		}
	}
}
