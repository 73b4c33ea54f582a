package targets

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func mixOf(t testing.TB, weights ...int) *Mix {
	t.Helper()
	var requests []Request
	for i, w := range weights {
		requests = append(requests, Request{URL: "http://localhost/" + string(rune('a'+i%26)), Weight: w})
	}
	m, err := NewMix(requests...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func order(m *Mix, n uint64) string {
	var out strings.Builder
	for k := range n {
		out.WriteString(strings.TrimPrefix(m.At(k).URL, "http://localhost/"))
	}
	return out.String()
}

func TestEqualWeightsKeepTheOrderOfTheFile(t *testing.T) {
	for _, w := range []int{0, 1, 7, MaxWeight} {
		if got := order(mixOf(t, w, w, w), 7); got != "abcabca" {
			t.Errorf("weight %d: %s", w, got)
		}
	}
}

func TestUnequalWeightsInterleave(t *testing.T) {
	got := order(mixOf(t, 3, 1), 1000)
	if strings.Contains(got, "bb") || strings.Contains(got, "aaaaaa") || strings.Count(got, "b") != 250 {
		t.Errorf("3:1 is sent as %s", got)
	}
}

// In every stretch of the sequence each request has its share, to within a
// few requests. The multiples of the golden ratio fill an interval of any
// length in n steps with an error that grows as log n (about 0.4 ln n at most).
func TestSharesFollowTheWeights(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		weights := rapid.SliceOfN(rapid.IntRange(1, MaxWeight), 2, 20).Draw(r, "weights")
		start := rapid.Uint64().Draw(r, "start")
		m, total := mixOf(t, weights...), 0
		count := map[*Request]int{}
		for _, w := range weights {
			total += w
		}
		const n = 5000
		for k := range uint64(n) {
			count[m.At(start+k)]++ // start + k may wrap around
		}
		for i, w := range weights {
			want := n * float64(w) / float64(total)
			if off := math.Abs(float64(count[&m.Requests[i]]) - want); off > 8 {
				r.Fatalf("weight %d of %d: %d of %d sent, want %.1f", w, total, count[&m.Requests[i]], n, want)
			}
		}
	})
}

func TestMemoryDoesNotGrowWithWeights(t *testing.T) {
	small := testing.AllocsPerRun(10, func() { mixOf(t, 1, 2) })
	large := testing.AllocsPerRun(10, func() { mixOf(t, MaxWeight-1, MaxWeight) })
	if large != small || len(mixOf(t, MaxWeight-1, MaxWeight).upTo) != 2 {
		t.Errorf("allocations: %v with small weights, %v with large ones", small, large)
	}
	m := mixOf(t, 5, 3, 1)
	if n := testing.AllocsPerRun(100, func() { m.At(12345) }); n != 0 {
		t.Errorf("At allocates %v times", n)
	}
}

func TestNewMixRefuses(t *testing.T) {
	for want, requests := range map[string][]Request{
		"no requests":           nil,
		"request 2: weight -1":  {{URL: "http://a"}, {URL: "http://a", Weight: -1}},
		"weight 1000001":        {{URL: "http://a", Weight: MaxWeight + 1}},
		`method "GE T"`:         {{URL: "http://a", Method: "GE T"}},
		`method "CONNECT"`:      {{URL: "http://a", Method: "CONNECT"}},
		"want http:// or https": {{URL: "ftp://a"}},
	} {
		if _, err := NewMix(requests...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %q", err, want)
		}
	}
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		requests    []Request
		url, method string
	}{
		{[]Request{{URL: "http://a/x?y=1"}}, "http://a/x?y=1", "GET"},
		{[]Request{{URL: "http://a/x?token=hunter22"}}, "http://a/x?token=" + Redacted, "GET"},
		{[]Request{{URL: "https://a:8443?x"}, {URL: "https://a:8443/b", Method: "PUT"}}, "https://a:8443/", "GET,PUT"},
		{[]Request{{URL: "http://u:hunter22@a/"}, {URL: "http://a/"}}, "http://a/", "GET"},
	} {
		m, err := NewMix(c.requests...)
		if err != nil {
			t.Fatal(err)
		}
		url, method, n := m.Describe()
		if diff := cmp.Diff([]any{c.url, c.method, len(c.requests)}, []any{url, method, n}); diff != "" {
			t.Error(diff)
		}
	}
}

func BenchmarkAt(b *testing.B) {
	m := mixOf(b, 5, 3, 1, 9, 2, 7)
	for k := uint64(0); b.Loop(); k++ {
		m.At(k)
	}
}
