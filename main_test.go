package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rule is a row of the architecture: the packages at or below path may import
// nothing of ours but what allowed names (a trailing /... takes in what is
// below), and nothing of others' that forbidden names.
type rule struct {
	path      string
	allowed   []string
	forbidden []string
}

// loadLibraries make requests; only engines and the services under test may know them.
var loadLibraries = []string{"github.com/tsenart/vegeta/...", "github.com/valyala/fasthttp/..."}

// impure is what the core may not know of.
var impure = append([]string{"net/http", "os", "net", "math/rand", "os/exec", "io/fs"}, loadLibraries...)

// rules are in the order in which the first whose path matches counts.
var rules = []rule{
	{"loadline", []string{"loadline/cmd"}, nil},
	{"loadline/cmd", []string{"loadline/..."}, loadLibraries},
	{"loadline/targets/simulate", []string{"loadline/attack/record/...", "loadline/analyze/queueing", "loadline/targets/simulate/..."}, append([]string{"net/http"}, loadLibraries...)},
	{"loadline/targets/demo", []string{"loadline/targets/demo/..."}, loadLibraries},
	{"loadline/targets", []string{"loadline/targets/..."}, loadLibraries},
	{"loadline/attack/record", []string{"loadline/attack/record/..."}, append([]string{"net/http", "os"}, loadLibraries...)},
	{"loadline/attack/observe", []string{"loadline/attack/record/..."}, loadLibraries},
	{"loadline/attack/vegeta", []string{"loadline/targets", "loadline/attack/..."}, nil},
	{"loadline/attack", []string{"loadline/targets", "loadline/attack/..."}, loadLibraries},
	{"loadline/analyze/search", []string{"loadline/attack/record/...", "loadline/analyze/..."}, impure},
	{"loadline/analyze", []string{"loadline/attack/record/...", "loadline/analyze/..."}, impure},
	{"loadline/report/limits/check", []string{"loadline/report/limits"}, append([]string{"net/http"}, loadLibraries...)}, // runs validators
	{"loadline/report", []string{"loadline/attack/record/...", "loadline/analyze/...", "loadline/report/..."}, append([]string{"net/http", "os/exec"}, loadLibraries...)},
}

// aside are packages that support tests and benchmarks; the product never
// imports them, and the rules do not bind them.
var aside = []string{
	"loadline/attack/benchmark", "loadline/attack/validate", "loadline/attack/engine/enginetest",
	"loadline/targets/servers", "loadline/targets/simulate/judge",
	"loadline/report/reporttest", "loadline/report/limits/limitstest",
}

type pkg struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func TestImportRules(t *testing.T) {
	for _, p := range packages(t) {
		if within(p.ImportPath, aside) {
			continue
		}
		r, known := ruleFor(p.ImportPath)
		if !known {
			t.Errorf("%s has no place in the architecture: give it a rule", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			ours := imported == "loadline" || strings.HasPrefix(imported, "loadline/")
			if ours && (!matches(imported, r.allowed) || within(imported, aside)) {
				t.Errorf("%s may not import %s", p.ImportPath, imported)
			}
			if !ours && matches(imported, r.forbidden) {
				t.Errorf("%s may not import %s", p.ImportPath, imported)
			}
		}
	}
}

// A renderer must not drag the generator in, by whatever way.
func TestReportKnowsNoGenerator(t *testing.T) {
	for _, p := range packages(t) {
		if !strings.HasPrefix(p.ImportPath, "loadline/report") && !strings.HasPrefix(p.ImportPath, "loadline/analyze") || within(p.ImportPath, aside) {
			continue
		}
		for _, dep := range p.Deps {
			if dep == "loadline/attack" || matches(dep, loadLibraries) {
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			}
		}
	}
}

func TestNoPackageIsNamedForNothing(t *testing.T) {
	for _, p := range packages(t) {
		last := p.ImportPath[strings.LastIndex(p.ImportPath, "/")+1:]
		if slices.Contains([]string{"util", "utils", "common", "helpers", "helper", "misc"}, last) {
			t.Errorf("%s says nothing about what it is for", p.ImportPath)
		}
	}
}

// The rules themselves can fail: a package that breaks one is seen.
func TestRulesCatchABreach(t *testing.T) {
	r, _ := ruleFor("loadline/analyze/knee")
	if matches("loadline/attack", r.allowed) || !matches("net/http", r.forbidden) {
		t.Error("analyze may import the generator or net/http")
	}
	r, _ = ruleFor("loadline/report/html")
	if matches("loadline/attack/fast", r.allowed) {
		t.Error("report may import an engine")
	}
	if matches("loadline/targetsx", []string{"loadline/targets/..."}) {
		t.Error("a pattern matches a package that only begins alike")
	}
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Imports,Deps", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath == "loadline" || strings.HasPrefix(p.ImportPath, "loadline/") {
			all = append(all, p)
		}
	}
	return all
}

func ruleFor(path string) (rule, bool) {
	if path == "loadline" {
		return rules[0], true
	}
	for _, r := range rules[1:] {
		if matches(path, []string{r.path + "/..."}) {
			return r, true
		}
	}
	return rule{}, false
}

func within(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return matches(path, []string{f + "/..."}) })
}

// matches says whether path is one of the patterns, as the go command reads them.
func matches(path string, patterns []string) bool {
	for _, p := range patterns {
		base, deep := strings.CutSuffix(p, "/...")
		if path == base || deep && strings.HasPrefix(path, base+"/") {
			return true
		}
	}
	return false
}
