package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// peer is another load generator in the closed model.
type peer struct {
	name    string
	debian  string // its package, or
	module  string // its module
	command func(url string, connections int, seconds int) []string
	stdin   func(url string) string
}

var peers = []peer{
	{name: "wrk", debian: "wrk", command: func(url string, n, s int) []string {
		return []string{"wrk", "-t1", "-c" + strconv.Itoa(n), "-d" + strconv.Itoa(s) + "s", url}
	}},
	{name: "h2load", debian: "nghttp2-client", command: func(url string, n, s int) []string {
		return []string{"h2load", "--h1", "-t1", "-c" + strconv.Itoa(n), "-D" + strconv.Itoa(s), url}
	}},
	{name: "ab", debian: "apache2-utils", command: func(url string, n, s int) []string {
		return []string{"ab", "-k", "-q", "-c" + strconv.Itoa(n), "-t" + strconv.Itoa(s), "-n", "100000000", url}
	}},
	{name: "hey", module: "github.com/rakyll/hey@latest", command: func(url string, n, s int) []string {
		return []string{"hey", "-c", strconv.Itoa(n), "-z", strconv.Itoa(s) + "s", url}
	}},
	{name: "bombardier", module: "github.com/codesenberg/bombardier@latest", command: func(url string, n, s int) []string {
		return []string{"bombardier", "-q", "-c", strconv.Itoa(n), "-d", strconv.Itoa(s) + "s", url}
	}},
	{
		name: vegetaCommand, module: "github.com/tsenart/vegeta/v12@v12.13.0",
		command: func(_ string, n, s int) []string {
			return []string{"vegeta", "attack", "-rate=0", "-workers=" + strconv.Itoa(n), "-max-workers=" + strconv.Itoa(n), "-duration=" + strconv.Itoa(s) + "s"}
		},
		stdin: func(url string) string { return "GET " + url + "\n" },
	},
}

const vegetaCommand = "vegeta's command"

// install gets the peers that are missing. One that cannot be had is left out, and said.
func install(ctx context.Context) []peer {
	tools := filepath.Join(os.TempDir(), "loadline-benchmark-tools")
	_ = os.Setenv("PATH", os.Getenv("PATH")+string(os.PathListSeparator)+tools)
	aptGet(ctx, "nginx-light", "nginx")
	var found []peer
	for _, p := range peers {
		program := p.command("", 1, 1)[0]
		if p.debian != "" {
			aptGet(ctx, p.debian, program)
		} else if _, err := exec.LookPath(program); err != nil {
			install := exec.CommandContext(ctx, "go", "install", p.module)
			install.Env = append(os.Environ(), "GOBIN="+tools, "GOFLAGS=")
			if out, err := install.CombinedOutput(); err != nil {
				fmt.Fprintf(os.Stderr, "go install %s: %v\n%s", p.module, err, out)
			}
		}
		if _, err := exec.LookPath(program); err != nil {
			fmt.Fprintf(os.Stderr, "%s is left out: %v\n", p.name, err)
			continue
		}
		found = append(found, p)
	}
	return found
}

func aptGet(ctx context.Context, debianPackage, program string) {
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if out, err := exec.CommandContext(ctx, "apt-get", "install", "-y", "-q", debianPackage).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "apt-get install %s: %v\n%s", debianPackage, err, out)
	}
}

// load has the peer load the server.
func (p *peer) load(ctx context.Context, b *bench) (figure, error) {
	seconds := max(1, int(b.length.Round(time.Second).Seconds()))
	arguments := p.command(b.server.url(), b.concurrency, seconds)
	stdin := ""
	if p.stdin != nil {
		stdin = p.stdin(b.server.url())
	}
	return b.measure(ctx, strings.NewReader(stdin), nil, arguments...)
}
