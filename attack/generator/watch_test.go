package generator

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"

	"loadline/attack/engine"
	"loadline/attack/fast"
	"loadline/attack/generator/machine"
	"loadline/attack/record"
	"loadline/targets"
)

func TestMain(m *testing.M) {
	if os.Getenv("WATCH_CHILD") != "" {
		watched()
		return
	}
	goleak.VerifyTestMain(m)
}

// watched watches itself until its standard input ends and says what it saw.
func watched() {
	watch := Start(Options{})
	os.Stdout.WriteString("\n")
	var rest [1]byte
	_, _ = os.Stdin.Read(rest[:])
	var step record.Step
	watch.Stop(&step)
	_ = json.NewEncoder(os.Stdout).Encode(step)
}

// A process that is stopped cannot know it at the time, and does afterwards.
func TestStoppedProcessIsLimited(t *testing.T) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "WATCH_CHILD=1")
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var started [1]byte
	if _, err := out.Read(started[:]); err != nil {
		t.Fatal(err)
	}
	signal := func(s syscall.Signal) {
		if err := child.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	time.Sleep(600 * time.Millisecond)
	signal(syscall.SIGCONT)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	var step record.Step
	if err := json.NewDecoder(out).Decode(&step); err != nil {
		t.Fatal(err)
	}
	if err := child.Wait(); err != nil {
		t.Fatal(err)
	}
	if !step.Limited() || *step.Generator.Limited != Stalled || len(step.Warnings) == 0 {
		t.Errorf("generator %+v, warnings %q; want it to be limited because it stalled", step.Generator, step.Warnings)
	}
}

// What the process did while it was watched is in the step, and nothing that
// the machine does not tell is held against it.
func TestWatchFillsInTheStep(t *testing.T) {
	watch := Start(Options{Root: fstest.MapFS{}, Cores: 1000})
	runtime.GC()
	var step record.Step
	verdict := watch.Stop(&step)
	if step.Generator.CPUCores == nil || *step.Generator.CPUCores < 0 || *step.Generator.CPUCores != verdict.Cores {
		t.Errorf("cores %v, verdict %+v", step.Generator.CPUCores, verdict)
	}
}

func TestMeasure(t *testing.T) {
	began := time.Now()
	before := sample{at: began, ran: sec, paused: ms, threads: machine.Threads{"1": {Waited: sec}},
		processes: machine.Processes{50: {Name: "hog", CPU: sec}, 2: {Name: "kthreadd"}, 9: {Name: "kworker", Parent: 2}}}
	after := sample{at: began.Add(2 * sec), ran: 3 * sec, paused: 5 * ms, quota: 0.5, threads: machine.Threads{"1": {Waited: 4 * sec}},
		processes: machine.Processes{50: {Name: "hog", CPU: 2 * sec}, 60: {Name: "service", CPU: sec},
			2: {Name: "kthreadd"}, 9: {Name: "kworker", Parent: 2, CPU: 9 * sec}}}
	f := measure(before, after, Options{Cores: 64, Kin: func() Kin { return Kin{Service: []int{60}} }})
	if f.elapsed != 2*sec || f.ran != 2*sec || f.waited != 3*sec || f.paused != 4*ms || f.cores != 0.5 {
		t.Errorf("%+v", f)
	}
	if !f.known || f.neighbour != "hog (pid 50)" || f.others != sec {
		t.Errorf("neighbour %q used %v, service known: %v", f.neighbour, f.others, f.known)
	}
}

func TestCeiling(t *testing.T) {
	rps, err := Ceiling(context.Background(), func(url string) (engine.Engine, error) {
		mix, err := targets.NewMix(targets.Request{URL: url})
		if err != nil {
			return nil, err
		}
		return fast.New(engine.Options{KeepAlive: true}, mix)
	})
	if err != nil || rps <= 0 {
		t.Errorf("ceiling %v, %v", rps, err)
	}
}

func TestCeilingOfAnEngineThatCannotBeMade(t *testing.T) {
	_, err := Ceiling(context.Background(), func(string) (engine.Engine, error) { return nil, os.ErrInvalid })
	if err == nil {
		t.Error("no error")
	}
}

func TestPreflightOnThisMachine(t *testing.T) {
	if got := Preflight(Demand{InFlight: 1, KeepAlive: true}); len(got) != 0 {
		t.Errorf("one connection does not fit: %q", got)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur != limit.Max {
		t.Errorf("limit of open files %+v, %v; want it raised", limit, err)
	}
}
