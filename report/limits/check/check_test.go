package check_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"loadline/attack/record"
	"loadline/report/limits"
	"loadline/report/limits/check"
	"loadline/report/limits/limitstest"
)

// render is a file of the format.
func render(t *testing.T, format string, options limits.Options) []byte {
	t.Helper()
	limit, err := limits.ByHand(8, options)
	if err != nil {
		t.Fatal(err)
	}
	limit.Resources = &record.ResourceAdvice{CPUCores: 1.5, MemoryBytes: 300 << 20}
	limit.Threads = 40
	var text bytes.Buffer
	if err := limits.Render(&text, format, limit); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func checked(t *testing.T, text []byte) check.Result {
	t.Helper()
	path := filepath.Join(t.TempDir(), "limit.json") // what the name says is only for files without a header
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	result, err := check.File(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(result.Output, "loadline-check-") {
		t.Errorf("the scratch folder shows: %s", result.Output)
	}
	return result
}

// local are the formats whose validators need no server, by what they need.
var local = map[string]string{
	"nginx": "nginx", "haproxy": "haproxy", "haproxy-queue": "haproxy", "systemd": "systemd-analyze",
	"go": "go", "uvicorn": "python3", "gunicorn": "python3", "env": "sh", "json": "sh",
}

func TestValidatorsAcceptWhatIsGenerated(t *testing.T) {
	for format, program := range local {
		limitstest.Program(t, program)
		for _, options := range []limits.Options{{}, {
			Service: "null", Upstream: "[::1]:8443", Listen: "[::1]:8081", HealthPath: "/live/now",
			Proxies: 2, Workers: 2, RejectStatus: 429, Queue: 5,
		}} {
			if result := checked(t, render(t, format, options)); result.Verdict != check.Accepted {
				t.Errorf("%s with %+v: %+v", format, options, result)
			}
		}
	}
}

// A word that a validator knows, with one letter changed, in any place.
func TestValidatorsRefuseTypos(t *testing.T) {
	for format, word := range map[string]*regexp.Regexp{
		"nginx":         regexp.MustCompile(`(?m)^\s*([a-z_]+)[ ;]`),
		"haproxy":       regexp.MustCompile(`(?m)^\s*([a-z-]+) `),
		"haproxy-queue": regexp.MustCompile(`(?m)^\s*([a-z-]+) `),
		"systemd":       regexp.MustCompile(`(?m)^([A-Za-z]+)=`),
		"json":          regexp.MustCompile(`(?m)^ +"([a-z_]+)":`),
	} {
		text := render(t, format, limits.Options{})
		words := word.FindAllSubmatchIndex(text, -1)
		if len(words) < 4 {
			t.Errorf("%s: only %d words were found", format, len(words))
		}
		for _, at := range words {
			changed := bytes.Clone(text)
			changed[at[3]-1] = 'q'
			if result := checked(t, changed); result.Verdict != check.Refused || result.Output == "" {
				t.Errorf("%s: %s instead of %s: %+v", format, changed[at[2]:at[3]], text[at[2]:at[3]], result)
			}
		}
	}
}

func TestValidatorsRefuseBrokenPrograms(t *testing.T) {
	for format, broken := range map[string]string{
		"go":       "package inflight\n\nfunc (",
		"uvicorn":  "class InFlight\n",
		"gunicorn": "workers = many\n",
		"env":      "A=$(\n",
	} {
		header, _, _ := bytes.Cut(render(t, format, limits.Options{}), []byte("\n"))
		text := append(append(header, '\n'), broken...)
		if result := checked(t, text); result.Verdict != check.Refused {
			t.Errorf("%s: %+v", format, result)
		}
	}
}

func TestWhatIsNotInstalledIsSaid(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for format, program := range map[string]string{
		"caddy": "caddy", "envoy": "envoy", "istio": "istioctl",
		"compose": "docker", "systemd": "systemd-analyze", "go": "go",
	} {
		result := checked(t, render(t, format, limits.Options{}))
		if result.Verdict != check.Unchecked || !strings.Contains(result.Output, program+" is not installed") {
			t.Errorf("%s: %+v", format, result)
		}
	}
}

func TestClustersAreNotAsked(t *testing.T) {
	for _, format := range []string{"kubernetes", "keda", "knative", "cloudrun", "traefik"} {
		text := render(t, format, limits.Options{})
		if result := checked(t, text); result.Verdict != check.Unchecked || result.Command == "" {
			t.Errorf("%s: %+v", format, result)
		}
		if result := checked(t, append(text, "\t: ["...)); result.Verdict != check.Refused {
			t.Errorf("%s that is no YAML: %+v", format, result)
		}
	}
}

func TestEveryFormatHasAValidator(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, format := range limits.Formats {
		if result := checked(t, render(t, format.Name, limits.Options{})); result.Format != format.Name {
			t.Errorf("%s was taken for %s", format.Name, result.Format)
		}
	}
}

func TestFilesThatAreNotOurs(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for path, want := range map[string]error{
		write("other.conf", "server {}"): check.ErrFormat,
		write("empty", ""):               check.ErrFormat,
		filepath.Join(dir, "absent"):     os.ErrNotExist,
	} {
		if _, err := check.File(t.Context(), path); !errors.Is(err, want) {
			t.Errorf("%s: got error %v, want %v", path, err, want)
		}
	}
	for _, path := range []string{
		dir,
		write("big", strings.Repeat("#", 2<<20)),
		write("apache.conf", "# In-flight limit of a: 8, written by loadline for apache.\n"),
	} {
		if _, err := check.File(t.Context(), path); err == nil {
			t.Errorf("%s was checked", path)
		}
	}
}

// To check a file is not to run it: whatever would act is refused or left
// alone, however it is written, and nothing is written outside.
func TestCheckingRunsNothing(t *testing.T) {
	for _, program := range []string{"nginx", "haproxy", "python3", "go"} {
		limitstest.Program(t, program)
	}
	dir := t.TempDir()
	traces := func() []os.DirEntry { entries, _ := os.ReadDir(dir); return entries }
	trace := filepath.Join(dir, "trace")
	lua := filepath.Join(t.TempDir(), "evil.lua")
	if err := os.WriteFile(lua, []byte(`io.open("`+trace+`", "w"):close()`), 0o600); err != nil {
		t.Fatal(err)
	}
	text := func(format string) string { return string(render(t, format, limits.Options{})) }
	after := func(format, at, more string) string { return strings.Replace(text(format), at, at+more, 1) }
	for name, c := range map[string]struct {
		text string
		want check.Verdict
	}{
		"python":              {text("gunicorn") + "\nopen(" + strconv.Quote(trace) + ", 'w')\n", check.Accepted},
		"python decorator":    {text("uvicorn") + "\n@open(" + strconv.Quote(trace) + ", 'w').write\ndef f(): pass\n", check.Accepted},
		"log":                 {after("nginx", "http {", " access_log "+trace+";"), check.Unchecked},
		"quoted log":          {after("nginx", "http {", ` "access_log" `+trace+";"), check.Unchecked},
		"log of a server":     {after("nginx", "server {", " access_log "+trace+";"), check.Unchecked},
		"error log":           {text("nginx") + "\nerror_log " + trace + ";\n", check.Unchecked},
		"temporary files":     {after("nginx", "server {", " client_body_temp_path "+trace+";"), check.Unchecked},
		"cache":               {after("nginx", "http {", " proxy_cache_path "+trace+" keys_zone=a:1m;"), check.Unchecked},
		"include":             {after("nginx", "http {", " include "+trace+";"), check.Unchecked},
		"module":              {text("nginx") + "\nload_module " + trace + ";\n", check.Unchecked},
		"socket":              {after("nginx", "server {", " listen unix:"+trace+";"), check.Unchecked},
		"http in other words": {strings.Replace(text("nginx"), "http {", "'http' # {\n\t{", 1), check.Accepted},
		"no log":              {after("nginx", "server {", " access_log off;"), check.Accepted},
		"lua":                 {text("haproxy") + "\nglobal\n    lua-load " + lua + "\n", check.Unchecked},
		"hidden lua":          {text("haproxy") + "\nglobal\n    \"lu${NOT_SET}a\"-lo\\ad " + lua + "\n", check.Unchecked},
		"cgo":                 {strings.Replace(text("go"), "import (", "import \"C\"\n\nimport (", 1), check.Refused},
	} {
		if result := checked(t, []byte(c.text)); result.Verdict != c.want {
			t.Errorf("%s: %+v, want %s", name, result, c.want)
		}
		if left := traces(); len(left) > 0 {
			t.Fatalf("%s: wrote %v", name, left)
		}
	}
}

// Texts that multiply or nest without end take neither time nor memory.
func TestHostileYAML(t *testing.T) {
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 9 {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 10), ","))
	}
	for _, format := range []string{"envoy", "kubernetes"} {
		header, _, _ := bytes.Cut(render(t, format, limits.Options{}), []byte("\n"))
		for _, text := range []string{
			bomb, "a: " + strings.Repeat("[", 1<<18) + strings.Repeat("]", 1<<18), strings.Repeat("- ", 1<<18) + "a", strings.Repeat("? ", 1<<18) + "a",
		} {
			if result := checked(t, []byte(string(header)+"\n"+text)); result.Verdict == check.Accepted {
				t.Errorf("%s: %+v", format, result)
			}
		}
	}
}

func TestEnvoyLoadsNoCode(t *testing.T) {
	text := append(render(t, "envoy", limits.Options{}), "\nextra: \"envoy.filters.http.l\\x75a\"\n"...)
	if result := checked(t, text); result.Verdict != check.Unchecked || !strings.Contains(result.Output, "would act") {
		t.Errorf("%+v", result)
	}
}
