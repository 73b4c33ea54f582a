package acceptance

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/targets/servers"
)

var budget = flag.Duration("budget", 35*time.Second, "load time of each sweep of BenchmarkRepeated")

// BenchmarkRepeated sweeps real services several times each (-benchtime 5x:
// five), and prints how far the answers lie apart and whether the intervals
// say so: make bench-real.
func BenchmarkRepeated(b *testing.B) {
	program := build(b)
	table := newTable(os.Stdout)
	defer table.print()
	for _, service := range []struct {
		name  string
		start func(testing.TB) string
	}{
		{"8 slots × 40 ms", eightSlots},
		{"Go, one processor", func(t testing.TB) string { return servers.Burn(t, 4096) }},
		{"Node, 5 × 1 ms", func(t testing.TB) string { return servers.Node(t, 5, time.Millisecond) }},
		{"nginx, limit_conn 4", limited},
	} {
		b.Run(service.name, func(b *testing.B) {
			url := service.start(b)
			var runs []*record.Run
			for b.Loop() {
				runs = append(runs, sweep(b, program, url))
			}
			spread := spreadOf(runs)
			table.add(service.name, spread)
			b.ReportMetric(spread.maximum.width(), "spread_of_maximum")
		})
	}
}

func eightSlots(t testing.TB) string {
	return servers.Slots(t, servers.SlotsConfig{Slots: 8, Service: 40 * time.Millisecond}).URL
}

// limited is the eight slots behind an nginx that passes on four requests at a
// time and refuses the rest.
func limited(t testing.TB) string {
	upstream := strings.TrimPrefix(eightSlots(t), "http://")
	return servers.Nginx(t, servers.NginxConfig{Limit: 4, Upstream: upstream})
}

// build makes the program: the generator has to be a process of its own where
// the service runs in this one.
func build(t testing.TB) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "loadline")
	if text, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "loadline").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	return program
}

// sweep runs the program on the URL. Any exit code will do, as long as there is
// a result; why it is none to trust is said.
func sweep(t testing.TB, program, url string) *record.Run {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	err := exec.CommandContext(t.Context(), program, "sweep", "--budget", budget.String(), "--out", dir, url).Run()
	run := command{dir: dir}.result(t)
	for _, f := range run.Findings {
		if err != nil && f.Severity == record.Fail {
			t.Logf("%s [%s]", f.Text, f.Evidence)
		}
	}
	return run
}
