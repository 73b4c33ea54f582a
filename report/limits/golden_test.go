package limits_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"loadline/attack/record"
	"loadline/report/limits"
)

var update = flag.Bool("update", false, "write the golden files anew")

// run is a trusted result with a limit.
func run(limit int) *record.Run {
	rate := 150.5
	return &record.Run{
		Schema: record.Schema, Complete: true,
		Started: time.Date(2026, 10, 15, 9, 30, 0, 0, time.UTC),
		Target:  record.Target{URL: "http://127.0.0.1:9090/orders", Method: "GET"},
		Capacity: &record.Capacity{
			Outcome:       record.Found,
			InFlightAtMax: &record.Estimate{Value: float64(limit) / 0.9, Low: float64(limit), High: float64(limit) * 1.25, Confidence: 0.95},
		},
		Recommendation: &record.Recommendation{
			InFlightLimit: limit, Fraction: 0.9, Rate: &rate,
			Resources: &record.ResourceAdvice{CPUCores: 1.3333, MemoryBytes: 700_000_000},
		},
		Steps: []record.Step{{Resources: &record.Resources{Threads: new(int64(40))}}},
	}
}

// Every format, at limits 1, 2, 8 and 1000, divided and not. The first case is
// whole, the others are what differs from it.
func TestGoldenFiles(t *testing.T) {
	for _, format := range limits.Formats {
		t.Run(format.Name, func(t *testing.T) {
			path := filepath.Join("testdata", "golden", format.Name+".txtar")
			got := txtar.Format(goldenCases(t, format))
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), string(got)); d != "" {
				t.Errorf("-want +got; go test -update writes it anew:\n%s", d)
			}
		})
	}
}

func goldenCases(t *testing.T, format limits.Format) *txtar.Archive {
	archive := &txtar.Archive{Comment: []byte("The first file is whole, the others are what differs from it.\n\n")}
	first := rendered(t, format, 8, limits.Options{})
	add := func(name string, text []byte) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: text})
	}
	add("limit 8", first)
	for _, limit := range []int{1, 2, 8, 1000} {
		for _, by := range []int{1, 3} {
			text := rendered(t, format, limit, limits.Options{Proxies: by, Workers: by})
			add(fmt.Sprintf("limit %d by %d", limit, by), changes(first, text))
		}
	}
	add("every option", changes(first, rendered(t, format, 8, limits.Options{
		Service: "orders", Upstream: "[::1]:8443", Listen: "0.0.0.0:80", HealthPath: "/live/now",
		Proxies: 2, Workers: 4, RejectStatus: 429, Queue: 5,
	})))
	byHand, err := limits.ByHand(8, limits.Options{})
	if err != nil {
		t.Fatal(err)
	}
	add("by hand", changes(first, text(t, format, byHand)))
	return archive
}

func rendered(t *testing.T, format limits.Format, n int, options limits.Options) []byte {
	t.Helper()
	limit, err := limits.From(run(n), options)
	if err != nil {
		t.Fatal(err)
	}
	return text(t, format, limit)
}

// text is the file, or why there is none.
func text(t *testing.T, format limits.Format, limit limits.Limit) []byte {
	t.Helper()
	var out bytes.Buffer
	err := limits.Render(&out, format.Name, limit)
	if _, unfit := errors.AsType[*limits.Unfit](err); unfit {
		return []byte("unfit: " + err.Error() + "\n")
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// changes are the lines of b that a has not, each with its neighbours left out.
func changes(a, b []byte) []byte {
	if bytes.HasPrefix(b, []byte("unfit: ")) {
		return b
	}
	var out bytes.Buffer
	for line := range bytes.Lines(diff.Diff("a", a, "b", b)) {
		if (line[0] == '+' || line[0] == '-') && !bytes.HasPrefix(line, []byte("+++")) && !bytes.HasPrefix(line, []byte("---")) {
			out.Write(line)
		}
	}
	return out.Bytes()
}
