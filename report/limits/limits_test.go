package limits_test

import (
	"bytes"
	"testing"

	"loadline/report/limits"
)

func TestTry(t *testing.T) {
	l, err := limits.ByHand(8, limits.Options{Proxies: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range limits.Formats {
		var b bytes.Buffer
		if err := limits.Render(&b, f.Name, l); err != nil {
			t.Fatal(err)
		}
		t.Log(b.String())
	}
}
