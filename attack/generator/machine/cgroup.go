package machine

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Cgroup is where the kernel keeps the processor limits of this process: the
// directories of its control group and of its visible parents, innermost first.
type Cgroup struct {
	Version int // 1 or 2; 0 where there is none
	Dirs    []string
}

// FindCgroup looks for the control group that governs this process's
// processor time: the one of the cpu controller in version 1, else version 2's.
func FindCgroup(root fs.FS) Cgroup {
	membership, _ := fs.ReadFile(root, "proc/self/cgroup")
	mounts, _ := fs.ReadFile(root, "proc/self/mountinfo")
	group, version := parseMembership(string(membership))
	if version == 0 {
		return Cgroup{}
	}
	mounted, ok := parseMounts(string(mounts), version)
	if !ok {
		return Cgroup{}
	}
	return Cgroup{Version: version, Dirs: mounted.chain(group)}
}

// parseMembership reads /proc/self/cgroup: lines of "hierarchy:controllers:path".
func parseMembership(text string) (group string, version int) {
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		switch {
		case len(fields) != 3:
		case slices.Contains(strings.Split(fields[1], ","), "cpu"):
			return fields[2], 1
		case fields[0] == "0" && fields[1] == "":
			group, version = fields[2], 2
		}
	}
	return group, version
}

// mount is one mounted hierarchy: the group root is seen at dir.
type mount struct{ root, dir string }

// parseMounts reads /proc/self/mountinfo (proc_pid_mountinfo(5)): the fields
// before " - " hold root (4th) and mount point (5th), those after it the type
// and the options of the hierarchy.
func parseMounts(text string, version int) (mount, bool) {
	for line := range strings.Lines(text) {
		left, right, _ := strings.Cut(line, " - ")
		place, kind := strings.Fields(left), strings.Fields(right)
		if len(place) < 5 || len(kind) < 3 || !governs(kind, version) {
			continue
		}
		return mount{root: unescape(place[3]), dir: unescape(place[4])}, true
	}
	return mount{}, false
}

func governs(kind []string, version int) bool {
	if version == 2 {
		return kind[0] == "cgroup2"
	}
	return kind[0] == "cgroup" && slices.Contains(strings.Split(kind[2], ","), "cpu")
}

// unescape undoes mountinfo's octal escapes of blank, tab, newline and backslash.
func unescape(s string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(s)
}

// chain lists the directories from the group up to the mount point. A group
// outside what is mounted, as in a container with a namespace of its own, is
// governed by the mount point itself.
func (m mount) chain(group string) []string {
	below, inside := strings.CutPrefix(path.Clean("/"+group), strings.TrimSuffix(path.Clean(m.root), "/"))
	top := strings.TrimPrefix(path.Clean(m.dir), "/")
	if !inside || below != "" && below[0] != '/' {
		below = ""
	}
	dirs := []string{}
	for dir := path.Join(top, below); ; dir = path.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == top || dir == "." {
			return dirs
		}
	}
}

// Quota is how many cores the group and its parents allow, the least of them; 0: no limit.
func (c Cgroup) Quota(root fs.FS) float64 {
	least := 0.0
	for _, dir := range c.Dirs {
		quota := c.quota(root, dir)
		if quota > 0 && (least == 0 || quota < least) {
			least = quota
		}
	}
	return least
}

func (c Cgroup) quota(root fs.FS, dir string) float64 {
	if c.Version == 2 {
		return parseQuota(read(root, path.Join(dir, "cpu.max")))
	}
	return parseQuota(read(root, path.Join(dir, "cpu.cfs_quota_us")) + " " + read(root, path.Join(dir, "cpu.cfs_period_us")))
}

// parseQuota reads "quota period", in microseconds; "max" or a negative quota is none.
func parseQuota(text string) float64 {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return 0
	}
	quota, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil || quota <= 0 {
		return 0
	}
	period, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil || period <= 0 {
		return 0
	}
	return float64(quota) / float64(period)
}

// Throttled is for how long the quota has held the group or a parent back so
// far, the most of them.
func (c Cgroup) Throttled(root fs.FS) time.Duration {
	most := time.Duration(0)
	for _, dir := range c.Dirs {
		most = max(most, parseThrottled(read(root, path.Join(dir, "cpu.stat"))))
	}
	return most
}

// parseThrottled reads cpu.stat: throttled_usec in version 2, throttled_time
// in nanoseconds in version 1.
func parseThrottled(text string) time.Duration {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "throttled_usec":
			return duration(value, time.Microsecond)
		case "throttled_time":
			return duration(value, time.Nanosecond)
		}
	}
	return 0
}
