package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"loadline/attack/generator/machine"
)

// bench is a session.
type bench struct {
	settings
	server *server
	peers  []peer
	core   int // of the generators
	began  time.Time
	before machine.CPU

	fastRate float64 // requests per second in the closed section
}

func prepare(ctx context.Context, s settings) (*bench, error) {
	b := &bench{settings: s, peers: install(ctx), core: runtime.NumCPU() - 1, began: time.Now(), before: machine.ReadCPU(os.DirFS("/"))}
	if b.core == 0 {
		fmt.Println("There is one core only: nginx and the generators share it.")
	}
	var err error
	b.server, err = startServer(ctx, 0)
	return b, err
}

func (b *bench) close() { b.server.stop() }

// figure is what one turn of a generator gave.
type figure struct {
	requests int64
	cpu      time.Duration // user and system
	elapsed  time.Duration
	rss      int64 // bytes, at most
}

// perCPU is requests per second of processor time.
func (f *figure) perCPU() float64 { return float64(f.requests) / max(f.cpu.Seconds(), 1e-9) }

func (f *figure) rate() float64 { return float64(f.requests) / max(f.elapsed.Seconds(), 1e-9) }

// measure runs a generator on its core. A generator that reports a failure has
// measured nothing.
func (b *bench) measure(ctx context.Context, in io.Reader, out io.Writer, arguments ...string) (figure, error) {
	before, err := b.server.served(ctx)
	if err != nil {
		return figure{}, err
	}
	command := exec.CommandContext(ctx, "taskset", append([]string{"-c", strconv.Itoa(b.core)}, arguments...)...)
	var complaints bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = in, out, &complaints
	began := time.Now()
	if err := command.Run(); err != nil {
		return figure{}, fmt.Errorf("%s: %w\n%s", arguments[0], err, complaints.Bytes())
	}
	f := figure{elapsed: time.Since(began), cpu: command.ProcessState.UserTime() + command.ProcessState.SystemTime()}
	if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		f.rss = usage.Maxrss << 10
	}
	after, err := b.server.served(ctx)
	f.requests = after - before
	return f, err
}

// own runs a task by one of loadline's engines.
func (b *bench) own(ctx context.Context, t task) (figure, outcome, error) {
	t.URL = b.server.url()
	in, err := json.Marshal(t)
	if err != nil {
		return figure{}, outcome{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return figure{}, outcome{}, err
	}
	var out bytes.Buffer
	f, err := b.measure(ctx, bytes.NewReader(in), &out, self, "-child")
	if err != nil {
		return f, outcome{}, err
	}
	var result outcome
	err = json.Unmarshal(out.Bytes(), &result)
	return f, result, err
}

// noise says how quiet the machine was.
func (b *bench) noise() {
	used := machine.ReadCPU(os.DirFS("/")).Sub(b.before)
	all := used.Busy + used.Idle + used.Steal
	fmt.Printf("\nMachine: %d cores, busy %.0f %%, stolen %.1f %% of %v.\n",
		runtime.NumCPU(), percent(used.Busy, all), percent(used.Steal, all), time.Since(b.began).Round(time.Second))
}

func percent(part, whole time.Duration) float64 { return 100 * float64(part) / max(float64(whole), 1) }
