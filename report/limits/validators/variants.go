package validators

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"loadline/attack/record"
	"loadline/report/limits"
)

// Variant is one generated file.
type Variant struct {
	Name  string
	Limit limits.Limit
	Text  []byte
}

// Variants are the files of a format at limits 1, 2, 8 and 1000, divided and
// not, with every option and with none, with resources and without.
func Variants(t testing.TB, format string) []Variant {
	t.Helper()
	var all []Variant
	for _, limit := range []int{1, 2, 8, 1000} {
		for name, options := range map[string]limits.Options{
			"plain":   {},
			"divided": {Proxies: 3, Workers: 3},
			"full": {
				Service: "null", Upstream: "[::1]:8443", Listen: "0.0.0.0:8081", HealthPath: "/live/now",
				Proxies: 2, Workers: 2, RejectStatus: 429, Queue: 5,
			},
			"named": {Service: "true", Upstream: "orders.internal:80"},
		} {
			for _, resources := range []*record.ResourceAdvice{nil, {CPUCores: 1.3333, MemoryBytes: 700_000_000}} {
				all = add(t, all, format, fmt.Sprintf("%s, limit %d, resources %v", name, limit, resources != nil), limit, options, resources)
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("no variant of %s was written", format)
	}
	return all
}

func add(t testing.TB, all []Variant, format, name string, n int, options limits.Options, resources *record.ResourceAdvice) []Variant {
	t.Helper()
	limit, err := limits.From(result(n, resources), options)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	err = limits.Render(&text, format, limit)
	if _, unfit := errors.AsType[*limits.Unfit](err); unfit {
		return all
	}
	if err != nil {
		t.Fatal(err)
	}
	return append(all, Variant{name, limit, text.Bytes()})
}

// result is a trusted one.
func result(limit int, resources *record.ResourceAdvice) *record.Run {
	threads := int64(40)
	return &record.Run{
		Schema: record.Schema, Complete: true,
		Started: time.Date(2026, 10, 15, 9, 30, 0, 0, time.UTC),
		Target:  record.Target{URL: "http://127.0.0.1:9090/orders", Method: "GET"},
		Capacity: &record.Capacity{
			Outcome:       record.Found,
			InFlightAtMax: &record.Estimate{Value: float64(limit) / 0.9, Low: float64(limit), High: float64(limit) * 1.25, Confidence: 0.95},
		},
		Recommendation: &record.Recommendation{InFlightLimit: limit, Fraction: 0.9, Resources: resources},
		Steps:          []record.Step{{Resources: &record.Resources{Threads: &threads}}},
	}
}
