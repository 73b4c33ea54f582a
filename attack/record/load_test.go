package record_test

import (
	"testing"

	"loadline/attack/record"
)

func TestLoadInWords(t *testing.T) {
	for want, load := range map[string]record.Load{
		"8 in flight": record.ClosedLoad(8),
		"99.89/s":     record.OpenLoad(99.8912, record.Poisson),
		"9999/s":      record.OpenLoad(9999, record.Poisson),
		"26130/s":     record.OpenLoad(26130, record.Poisson),
	} {
		if got := load.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
