package limits_test

import (
	"bytes"
	"errors"
	"math"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"loadline/attack/record"
	"loadline/report/limits"
	"loadline/report/limits/limitstest"
)

// skeleton is what a parser of any of the formats could take for structure.
// Whatever a user types must leave it as it is.
func skeleton(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("{}();\"'`#$\\<>|&*!\n\r\t\x00", r) || r > '~' {
			return r
		}
		return -1
	}, text)
}

// nothingInjected renders every format with what somebody typed and compares
// its skeleton with that of harmless options.
func nothingInjected(t interface{ Fatalf(string, ...any) }, target string, options limits.Options) {
	r := run(8)
	r.Target.URL = target
	limit, err := limits.From(r, options)
	if err != nil {
		return // refused
	}
	plain := run(8)
	plain.Target.URL = "http://plain/"
	harmless, err := limits.From(plain, limits.Options{Upstream: "plain:1", Queue: options.Queue})
	if err != nil {
		t.Fatalf("harmless options: %v", err)
	}
	for _, format := range limits.Formats {
		var got, want bytes.Buffer
		if err := errors.Join(limits.Render(&got, format.Name, limit), limits.Render(&want, format.Name, harmless)); err != nil {
			t.Fatalf("%s: %v", format.Name, err)
		}
		if g, w := skeleton(got.String()), skeleton(want.String()); g != w {
			t.Fatalf("%s with target %q and %+v has structure\n%q, want\n%q", format.Name, target, options, g, w)
		}
	}
}

// typed are strings of what breaks configurations, around what is valid.
func typed(valid ...string) *rapid.Generator[string] {
	hostile := rapid.StringOf(rapid.SampledFrom([]rune("a1-._:/ \t\n\r\"'`;{}()[]#$\\%<>|&*!,=@\x00\u00fc\u2028\U0001f980")))
	return rapid.OneOf(
		rapid.SampledFrom(append(valid, "")),
		hostile,
		rapid.Custom(func(t *rapid.T) string { return rapid.SampledFrom(valid).Draw(t, "valid") + hostile.Draw(t, "tail") }),
		rapid.Custom(func(t *rapid.T) string { return hostile.Draw(t, "head") + rapid.SampledFrom(valid).Draw(t, "valid") }),
	)
}

func TestNothingCanBeInjected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nothingInjected(t, typed("http://h:1/p", "https://h/", "sim:queue").Draw(t, "target"), limits.Options{
			Service:    typed("api", "null", "true", "x-1").Draw(t, "service"),
			Upstream:   typed("h:1", "10.0.0.1:80", "[::1]:80").Draw(t, "upstream"),
			Listen:     typed("0.0.0.0:81", "[::]:81").Draw(t, "listen"),
			HealthPath: typed("/live", "/a/b.c~d_e-f").Draw(t, "health"),
		})
	})
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
