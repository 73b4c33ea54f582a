package servers

import (
	_ "embed"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

//go:embed spin.js
var spin string

// Node starts a Node server whose requests each take steps of busy work, one
// after the other on its only thread, and returns its URL. Five steps of a
// millisecond are the article's service: 200 requests a second.
func Node(t testing.TB, steps int, step time.Duration) string {
	t.Helper()
	path := program(t, "node", "nodejs")
	milliseconds := strconv.FormatFloat(step.Seconds()*1e3, 'f', -1, 64)
	return announced(t, exec.Command(path, "-e", spin, strconv.Itoa(steps), milliseconds))
}
