package limits_test

import (
	"bytes"
	"go/format"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"loadline/attack/record"
	"loadline/report/limits"
	"loadline/report/limits/limitstest"
)

// structural are the bytes that a parser of any of the formats could take for
// structure. Whatever a user types must leave them as they are.
var structural = func() (is [256]bool) {
	for c := range is {
		is[c] = c < ' ' || c > '~' || bytes.IndexByte([]byte("{}();\"'`#$\\<>|&*!"), byte(c)) >= 0
	}
	return is
}()

func skeleton(text []byte) string {
	var bones []byte
	for _, c := range text {
		if structural[c] {
			bones = append(bones, c)
		}
	}
	return string(bones)
}

// harmless are the skeletons with options that nobody can object to.
var harmless = sync.OnceValue(func() map[string]string {
	r := run(8)
	r.Target.URL = "http://plain/"
	limit, err := limits.From(r, limits.Options{})
	if err != nil {
		panic(err)
	}
	return skeletons(limit)
})

func skeletons(limit limits.Limit) map[string]string {
	all := map[string]string{}
	for _, format := range limits.Formats {
		var out bytes.Buffer
		if err := limits.Render(&out, format.Name, limit); err != nil {
			panic(err)
		}
		all[format.Name] = skeleton(out.Bytes())
	}
	return all
}

// nothingInjected compares the skeleton of every format with what somebody
// typed and with harmless options; to refuse is as good.
func nothingInjected(t *testing.T, target string, options limits.Options) {
	t.Helper()
	r := run(8)
	r.Target.URL = target
	limit, err := limits.From(r, options)
	if err != nil {
		return
	}
	for name, got := range skeletons(limit) {
		if want := harmless()[name]; got != want {
			t.Fatalf("%s with target %q and %+v has structure\n%q, want\n%q", name, target, options, got, want)
		}
	}
}

// hostile are characters that break one configuration or another.
const hostile = "-._:/~ \t\n\r\"'`;{}()[]#$\\%<>|&*!,=@^?+\x00\x7f\u00fc\u2028\U0001f980"

// Every such character, at every position of every value that a user types;
// one value at a time, so that the others do not have it refused.
func TestNothingCanBeInjected(t *testing.T) {
	broken := func(values []string, try func(string)) {
		for _, value := range values {
			for at := range len(value) + 1 {
				for _, r := range hostile {
					try(value[:at] + string(r) + value[at:])
				}
			}
		}
	}
	const target = "http://h:1/p"
	broken([]string{"http://h", "sim:q"}, func(s string) { nothingInjected(t, s, limits.Options{}) })
	broken([]string{"api", "x-1"}, func(s string) { nothingInjected(t, target, limits.Options{Service: s}) })
	broken([]string{"h.i:1", "10.0.0.1:80", "[::1]:80"}, func(s string) { nothingInjected(t, target, limits.Options{Upstream: s}) })
	broken([]string{"h:8", "[::]:81"}, func(s string) { nothingInjected(t, target, limits.Options{Listen: s}) })
	broken([]string{"/live", "/a/b.c~d"}, func(s string) { nothingInjected(t, target, limits.Options{HealthPath: s}) })
}

func FuzzNothingCanBeInjected(f *testing.F) {
	f.Add("http://h:1/p", "api", "h:1", "h:2", "/live")
	f.Add("http://h\n:1/{$HOME}", "a\n", "h:1;", "h:2 }", "/live\nroot")
	f.Add("sim:queue?\x00", "-", "[::1]:1", "\u00fc:2", "/%0a")
	f.Fuzz(func(t *testing.T, target, service, upstream, listen, health string) {
		nothingInjected(t, target, limits.Options{Service: service, Upstream: upstream, Listen: listen, HealthPath: health})
	})
}

func TestSharesNeverExceedTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, limits.Most).Draw(t, "limit")
		by := rapid.IntRange(1, 2000).Draw(t, "by")
		limit, err := limits.ByHand(n, limits.Options{Proxies: by, Workers: by})
		if err != nil {
			t.Fatal(err)
		}
		limit.Resources = &record.ResourceAdvice{CPUCores: 1, MemoryBytes: 1}
		for _, format := range limits.Formats {
			share, err := format.Share(limit)
			if err != nil {
				if share.Each != 0 || by <= n {
					t.Fatalf("%s: limit %d by %d: %+v, %v", format.Name, n, by, share, err)
				}
				continue
			}
			if share.Each < 1 || share.Of*(share.Each+share.Cut)+share.Lost != n || share.Lost >= share.Of {
				t.Fatalf("%s: limit %d by %d: %+v", format.Name, n, by, share)
			}
		}
	})
}

func TestRenderWritesNothingWithAnError(t *testing.T) {
	good, err := limits.ByHand(1, limits.Options{Proxies: 2})
	if err != nil {
		t.Fatal(err)
	}
	bad := good
	bad.Service = "a;b"
	insane := good
	insane.Resources = &record.ResourceAdvice{CPUCores: math.NaN(), MemoryBytes: 1}
	for name, c := range map[string]struct {
		format string
		limit  limits.Limit
	}{
		"unknown format": {"apache", good},
		"not divisible":  {"nginx", good},
		"bad option":     {"go", bad},
		"bad resources":  {"go", insane},
		"no resources":   {"systemd", good},
	} {
		var out bytes.Buffer
		if err := limits.Render(&out, c.format, c.limit); err == nil || out.Len() > 0 {
			t.Errorf("%s: error %v and %d bytes", name, err, out.Len())
		}
	}
}

// A shell reads back what the env format wrote.
func TestEnvIsReadByAShell(t *testing.T) {
	path := write(t, t.TempDir(), "env", 8, limits.Options{Proxies: 3, Upstream: "[::1]:80"})
	command := exec.Command(limitstest.Program(t, "sh"), "-euc", `. "$0"; echo "$LOADLINE_IN_FLIGHT_LIMIT $LOADLINE_IN_FLIGHT_LIMIT_PER_PROXY $LOADLINE_UPSTREAM"`, path)
	command.Dir = filepath.Dir(path)
	output, err := command.CombinedOutput()
	if err != nil || string(output) != "8 2 [::1]:80\n" {
		t.Errorf("got %q, %v", output, err)
	}
}

func TestGoIsFormatted(t *testing.T) {
	for _, options := range []limits.Options{{}, {RejectStatus: 429, Queue: 5}} {
		text, err := os.ReadFile(write(t, t.TempDir(), "go", 8, options))
		if err != nil {
			t.Fatal(err)
		}
		if formatted, err := format.Source(text); err != nil || !bytes.Equal(formatted, text) {
			t.Errorf("gofmt writes it differently: %v\n%s", err, text)
		}
	}
}

func TestEveryFormatSaysWhatItDoes(t *testing.T) {
	seen := map[string]bool{}
	for _, format := range limits.Formats {
		for what, text := range map[string]string{
			"name": format.Name, "file": format.File, "over": format.Over,
			"scope": format.Scope, "proof": format.Proof, "check": format.Check,
		} {
			if text == "" {
				t.Errorf("%s has no %s", format.Name, what)
			}
		}
		if seen[format.Name] || seen[format.File] || url.PathEscape(format.File) != format.File {
			t.Errorf("name or file of %s is not its own", format.Name)
		}
		seen[format.Name], seen[format.File] = true, true
	}
}
