package servers

import (
	"bufio"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

//go:embed burn.go.txt
var burn []byte

// Burn starts a Go server in a process of its own whose requests each hash so
// many kibibytes on its only processor, and returns its URL. It takes
// what the machine gives it: how many requests a second, nobody knows.
func Burn(t testing.TB, kibibytes int) string {
	t.Helper()
	dir := t.TempDir()
	source, path := filepath.Join(dir, "main.go"), filepath.Join(dir, "burn")
	if err := os.WriteFile(source, burn, 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, source).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	return announced(t, exec.Command(path, strconv.Itoa(kibibytes)))
}

// announced starts a program that says on its first line where it listens, as
// address or port, and returns its URL.
func announced(t testing.TB, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	address := strings.TrimSpace(line)
	if !strings.Contains(address, ":") {
		address = "127.0.0.1:" + address
	}
	if err != nil || !p.ready(t, address) {
		<-p.ended
		t.Fatalf("%s ended: %s", cmd.Path, p.output.String())
	}
	return "http://" + address
}
