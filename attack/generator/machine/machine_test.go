package machine

import (
	"slices"
	"testing"
	"testing/fstest"
	"time"
)

// files is a file system of these texts.
func files(texts map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range texts {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

func TestQuota(t *testing.T) {
	const v2mount = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	const v1mount = "33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  float64
	}{
		{"nothing", nil, 0},
		{"no limit", map[string]string{
			"proc/self/cgroup": "0::/user.slice\n", "proc/self/mountinfo": v2mount,
			"sys/fs/cgroup/user.slice/cpu.max": "max 100000\n",
		}, 0},
		{"own limit", map[string]string{
			"proc/self/cgroup": "0::/job\n", "proc/self/mountinfo": v2mount,
			"sys/fs/cgroup/job/cpu.max": "150000 100000\n",
		}, 1.5},
		{"parent is stricter", map[string]string{
			"proc/self/cgroup": "0::/a/b/c\n", "proc/self/mountinfo": v2mount,
			"sys/fs/cgroup/a/cpu.max":     "50000 100000\n",
			"sys/fs/cgroup/a/b/cpu.max":   "max 100000\n",
			"sys/fs/cgroup/a/b/c/cpu.max": "400000 100000\n",
		}, 0.5},
		{"container's own namespace", map[string]string{
			"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": v2mount,
			"sys/fs/cgroup/cpu.max": "200000 100000\n",
		}, 2},
		{"container with a bind mount", map[string]string{
			"proc/self/cgroup":      "0::/docker/abc\n",
			"proc/self/mountinfo":   "30 23 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
			"sys/fs/cgroup/cpu.max": "300000 100000\n",
		}, 3},
		{"group outside the mount", map[string]string{
			"proc/self/cgroup":      "0::/../other\n",
			"proc/self/mountinfo":   "30 23 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
			"sys/fs/cgroup/cpu.max": "300000 100000\n",
		}, 3},
		{"version 1", map[string]string{
			"proc/self/cgroup": "4:memory:/m\n3:cpu,cpuacct:/job\n0::/\n", "proc/self/mountinfo": v2mount + v1mount,
			"sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us":  "25000\n",
			"sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us": "50000\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us":      "-1\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us":     "100000\n",
		}, 0.5},
		{"blank in the path", map[string]string{
			"proc/self/cgroup":     "0::/\n",
			"proc/self/mountinfo":  `30 23 0:26 / /my\040groups rw - cgroup2 cgroup2 rw` + "\n",
			"my groups/cpu.max":    "100000 100000\n",
			"sys/fs/cgroup/unused": "",
		}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := files(tt.files)
			if got := FindCgroup(root).Quota(root); got != tt.want {
				t.Errorf("quota %v, want %v cores", got, tt.want)
			}
		})
	}
}

func TestThrottled(t *testing.T) {
	root := files(map[string]string{
		"a/b/cpu.stat": "usage_usec 10\nnr_throttled 3\nthrottled_usec 1500\n",
		"a/cpu.stat":   "throttled_usec 2500\n",
	})
	if got := (Cgroup{Version: 2, Dirs: []string{"a/b", "a"}}).Throttled(root); got != 2500*time.Microsecond {
		t.Errorf("throttled for %v, want the parent's 2.5ms", got)
	}
	root = files(map[string]string{"a/cpu.stat": "nr_periods 1\nthrottled_time 77\n"})
	if got := (Cgroup{Version: 1, Dirs: []string{"a"}}).Throttled(root); got != 77 {
		t.Errorf("throttled for %v, want 77ns", got)
	}
}

func TestCPU(t *testing.T) {
	root := files(map[string]string{"proc/stat": "cpu  100 20 30 400 50 6 7 80 9 1\ncpu0 1 2 3 4 5 6 7 8 9 10\n"})
	want := CPU{Busy: 1630 * time.Millisecond, Idle: 4500 * time.Millisecond, Steal: 800 * time.Millisecond}
	if got := ReadCPU(root); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := want.Sub(CPU{Busy: time.Second}); got.Busy != 630*time.Millisecond || got.Steal != want.Steal {
		t.Errorf("difference %+v", got)
	}
}

func TestThreads(t *testing.T) {
	root := files(map[string]string{
		"proc/self/task/10/schedstat": "1000 200 5\n",
		"proc/self/task/11/schedstat": "50 60 1\n",
	})
	before := Threads{"10": {Ran: 400, Waited: 150}, "9": {Ran: 1e9}}
	if got, want := ReadThreads(root).Since(before), (Thread{Ran: 650, Waited: 110}); got != want {
		t.Errorf("%+v, want %+v: a new thread counts whole, one that ended not at all", got, want)
	}
}

func stat(name, parent, user, system string) string {
	return "7 (" + name + ") S " + parent + " 7 7 0 -1 4194560 1 2 3 4 " + user + " " + system + " 0 0 20 0 1 0 99\n"
}

func TestBusiest(t *testing.T) {
	root := files(map[string]string{
		"proc/1/stat":    stat("init", "0", "5", "5"),
		"proc/20/stat":   stat("loadline", "1", "900", "0"),
		"proc/30/stat":   stat("service", "1", "500", "0"),
		"proc/31/stat":   stat("worker (a) b", "30", "500", "100"),
		"proc/40/stat":   stat("stress) S 0", "1", "70", "30"),
		"proc/41/stat":   stat("new", "1", "2", "0"),
		"proc/self/stat": stat("loadline", "1", "900", "0"),
		"proc/42/stat":   "nonsense",
	})
	after := ReadProcesses(root)
	before := Processes{1: {CPU: 100 * time.Millisecond}, 40: {CPU: 400 * time.Millisecond}}
	id, most, all := after.Busiest(before, func(id int) bool { return after.Descends(id, []int{20, 30}) })
	if id != 40 || after[id].Name != "stress) S 0" || most != 600*time.Millisecond || all != 620*time.Millisecond {
		t.Errorf("busiest %d %+v with %v of %v; want 40 with 600ms of 620ms", id, after[id], most, all)
	}
	if _, known := after[42]; known {
		t.Error("nonsense is a process")
	}
}

// A parent that is its own child, as a race may show it, ends nothing.
func TestFamilyInCircle(t *testing.T) {
	circle := Processes{5: {Parent: 6, CPU: time.Second}, 6: {Parent: 5}}
	if id, _, _ := circle.Busiest(nil, func(id int) bool { return circle.Descends(id, []int{7}) }); id != 5 {
		t.Errorf("busiest is %d, want 5", id)
	}
}

func TestSockets(t *testing.T) {
	root := files(map[string]string{
		"proc/net/sockstat":                     "sockets: used 15\nTCP: inuse 11 orphan 0 tw 400 alloc 1 mem 314\nUDP: inuse 7\n",
		"proc/net/sockstat6":                    "TCP6: inuse 4\n",
		"proc/sys/net/ipv4/ip_local_port_range": "32768\t60999\n",
		"proc/self/fd/0":                        "", "proc/self/fd/1": "",
	})
	if got, want := ReadSockets(root), (Sockets{InUse: 15, TimeWait: 400}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := ReadPorts(root); got != 28232 {
		t.Errorf("%d ports, want 28232", got)
	}
	if got := ReadDescriptors(root); got != 2 {
		t.Errorf("%d descriptors, want 2", got)
	}
}

func TestNothingThere(t *testing.T) {
	root := files(nil)
	if ReadCPU(root) != (CPU{}) || len(ReadThreads(root)) != 0 || len(ReadProcesses(root)) != 0 ||
		ReadSockets(root) != (Sockets{}) || ReadPorts(root) != 0 || ReadDescriptors(root) != 0 ||
		FindCgroup(root).Throttled(root) != 0 {
		t.Error("an empty machine is not all zeros")
	}
}

// FuzzParsers: whatever the files hold, nothing panics and no figure is negative.
func FuzzParsers(f *testing.F) {
	f.Add("0::/a/../b\n3:cpu,cpuacct:/job\n", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "-1 100000")
	f.Add("::", "a b c d e - f g h", "9223372036854775807 1")
	f.Add("0::"+string([]byte{0xff}), "1 2 3 / / - cgroup x cpu", "max 0")
	f.Add(stat("x", "1", "9999999999999999999", "-5"), "cpu 1 2 3 4 5 6 7 8", "TCP: inuse -1 tw 99999999999")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		root := files(map[string]string{
			"proc/self/cgroup": a, "proc/self/mountinfo": b,
			"sys/fs/cgroup/cpu.max": c, "sys/fs/cgroup/cpu.stat": a,
		})
		group := FindCgroup(root)
		if slices.Contains(group.Dirs, "") || len(group.Dirs) > len(a)+len(b)+2 {
			t.Errorf("directories %q", group.Dirs)
		}
		if group.Quota(root) < 0 || group.Throttled(root) < 0 || parseQuota(c) < 0 || parseThrottled(a) < 0 {
			t.Error("a negative limit")
		}
		for _, text := range []string{a, b, c} {
			cpu, sockets := parseStat(text), parseSockstat(text, "TCP:")
			thread, _ := parseSchedstat(text)
			process, _ := parseProcess(text)
			if cpu.Busy < 0 || cpu.Idle < 0 || cpu.Steal < 0 || thread.Ran < 0 || thread.Waited < 0 || process.CPU < 0 {
				t.Errorf("negative time in %q", text)
			}
			if sockets.InUse < 0 || sockets.TimeWait < 0 || parsePorts(text) < 0 || parsePorts(text) > 65535 {
				t.Errorf("impossible count in %q", text)
			}
		}
	})
}
