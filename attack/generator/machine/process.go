package machine

import (
	"io/fs"
	"strconv"
	"strings"
	"time"
)

// Process is one process of the machine.
type Process struct {
	Name   string
	Parent int
	CPU    time.Duration // used so far, threads included
}

// Processes are the machine's processes by id.
type Processes map[int]Process

// ReadProcesses reads /proc/*/stat. Processes that end while it reads, and
// those that may not be seen, are left out.
func ReadProcesses(root fs.FS) Processes {
	entries, _ := fs.ReadDir(root, "proc")
	all := Processes{}
	for _, entry := range entries {
		id, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if process, ok := parseProcess(read(root, "proc/"+entry.Name()+"/stat")); ok {
			all[id] = process
		}
	}
	return all
}

// parseProcess reads proc_pid_stat(5). The name is in parentheses and may
// itself hold any of them; utime and stime are fields 14 and 15.
func parseProcess(text string) (Process, bool) {
	open, end := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if open < 0 || end < open {
		return Process{}, false
	}
	fields := strings.Fields(text[end+1:])
	if len(fields) < 13 {
		return Process{}, false
	}
	parent, err := strconv.Atoi(fields[1])
	if err != nil {
		return Process{}, false
	}
	used := min(duration(fields[11], tick), maxCPU) + min(duration(fields[12], tick), maxCPU)
	return Process{Name: text[open+1 : end], Parent: parent, CPU: used}, true
}

// Busiest is the process that used most since the earlier reading, the
// excepted left out, and what all such processes used together. One that is
// new counts with all it used.
func (p Processes) Busiest(before Processes, except func(id int) bool) (id int, most, all time.Duration) {
	for one, process := range p {
		if except(one) {
			continue
		}
		used := max(process.CPU-before[one].CPU, 0)
		all += used
		if used > most || used == most && used > 0 && one < id {
			id, most = one, used
		}
	}
	return id, most, all
}

// Descends says whether a process is one of the ancestors or below one.
func (p Processes) Descends(id int, ancestors []int) bool {
	for range len(p) + 1 {
		for _, ancestor := range ancestors {
			if id == ancestor {
				return true
			}
		}
		process, known := p[id]
		if !known {
			return false
		}
		id = process.Parent
	}
	return false
}
