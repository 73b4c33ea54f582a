package machine

import (
	"io/fs"
	"strings"
	"time"
)

// CPU is the processor time of the whole machine since it started, over all cores.
type CPU struct {
	Busy  time.Duration // by anybody here
	Idle  time.Duration // waiting for disks included
	Steal time.Duration // wanted, and given to another machine by the hypervisor
}

// Sub is the time between two readings.
func (c CPU) Sub(before CPU) CPU {
	return CPU{Busy: c.Busy - before.Busy, Idle: c.Idle - before.Idle, Steal: c.Steal - before.Steal}
}

// ReadCPU reads /proc/stat.
func ReadCPU(root fs.FS) CPU { return parseStat(read(root, "proc/stat")) }

// parseStat reads the first line of /proc/stat: user, nice, system, idle,
// iowait, irq, softirq, steal (proc_stat(5)); guests are within user and nice.
func parseStat(text string) CPU {
	line, _, _ := strings.Cut(text, "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return CPU{}
	}
	at := func(i int) time.Duration { return min(duration(fields[i], tick), maxCPU) }
	return CPU{
		Busy:  at(1) + at(2) + at(3) + at(6) + at(7),
		Idle:  at(4) + at(5),
		Steal: at(8),
	}
}

// maxCPU keeps sums of nonsense from overflowing.
const maxCPU = 1 << 56

// Threads are the scheduler's figures for each thread of this process, by its id.
type Threads map[string]Thread

// Thread is what the scheduler did with one thread so far.
type Thread struct {
	Ran    time.Duration
	Waited time.Duration // ready to run, and not running
}

// ReadThreads reads /proc/self/task/*/schedstat. Threads that end while it reads are left out.
func ReadThreads(root fs.FS) Threads {
	tasks, _ := fs.ReadDir(root, "proc/self/task")
	threads := make(Threads, len(tasks))
	for _, task := range tasks {
		if thread, ok := parseSchedstat(read(root, "proc/self/task/"+task.Name()+"/schedstat")); ok {
			threads[task.Name()] = thread
		}
	}
	return threads
}

// parseSchedstat reads "ran waited slices", nanoseconds and a count.
func parseSchedstat(text string) (Thread, bool) {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return Thread{}, false
	}
	return Thread{
		Ran:    min(duration(fields[0], 1), maxCPU),
		Waited: min(duration(fields[1], 1), maxCPU),
	}, true
}

// Since is what all threads that still live did after the earlier reading.
func (t Threads) Since(before Threads) Thread {
	var sum Thread
	for id, now := range t {
		sum.Ran += max(now.Ran-before[id].Ran, 0)
		sum.Waited += max(now.Waited-before[id].Waited, 0)
	}
	return sum
}
