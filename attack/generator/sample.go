package generator

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"golang.org/x/sys/unix"

	"loadline/attack/generator/machine"
)

// sample is what the counters of process and machine stand at.
type sample struct {
	at        time.Time
	ran       time.Duration // processor time of this process
	paused    time.Duration // for garbage collection
	collected time.Duration // processor time spent on it
	throttled time.Duration // by the quota
	quota     float64       // cores; 0: none
	threads   machine.Threads
	processes machine.Processes
	machine   machine.CPU
}

func take(root fs.FS) sample {
	var collections debug.GCStats
	debug.ReadGCStats(&collections)
	group := machine.FindCgroup(root)
	return sample{
		at: time.Now(), ran: processorTime(), paused: collections.PauseTotal, collected: collectingTime(),
		throttled: group.Throttled(root), quota: group.Quota(root),
		threads: machine.ReadThreads(root), processes: machine.ReadProcesses(root),
		machine: machine.ReadCPU(root),
	}
}

// processorTime is what this process used, in user and system mode.
func processorTime() time.Duration {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// collectingTime is what collections of garbage took of it, as of the last one.
func collectingTime() time.Duration {
	spent := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}}
	metrics.Read(spent)
	if spent[0].Value.Kind() != metrics.KindFloat64 {
		return 0
	}
	return time.Duration(spent[0].Value.Float64() * float64(time.Second))
}

// figures are what happened between two samples.
type figures struct {
	elapsed   time.Duration
	ran       time.Duration
	waited    time.Duration // threads ready to run that did not, summed
	paused    time.Duration
	collected time.Duration // processor time spent on garbage
	throttled time.Duration
	gap       time.Duration // longest time for which nothing here ran
	machine   machine.CPU

	cores     float64 // that the generator may use
	slots     int
	bound     int
	known     bool          // whether a process can be told to be a stranger
	neighbour string        // the busiest process that is neither service nor generator
	others    time.Duration // used by all such processes
}

// kernelThreads is the ancestor of the kernel's own threads, which do for the
// service and the generator what their packets need.
const kernelThreads = 2

func measure(before, after sample, options Options) figures {
	threads := after.threads.Since(before.threads)
	f := figures{
		elapsed: after.at.Sub(before.at),
		ran:     after.ran - before.ran, waited: threads.Waited,
		paused: after.paused - before.paused, collected: after.collected - before.collected, throttled: after.throttled - before.throttled,
		machine: after.machine.Sub(before.machine),
		cores:   min(options.Cores, float64(runtime.NumCPU())), // NumCPU heeds the affinity
		slots:   options.Slots, bound: options.MaxInFlight,
	}
	if after.quota > 0 {
		f.cores = min(f.cores, after.quota)
	}
	f.strangers(before.processes, after.processes, &options)
	return f
}

// strangers finds what the processes used that are neither the generator nor
// the service, nor may work for it.
func (f *figures) strangers(before, after machine.Processes, options *Options) {
	var kin Kin
	if options.Kin != nil {
		kin = options.Kin()
	}
	f.known = options.Remote || len(kin.Service) > 0
	families := append(kin.Service, os.Getpid())
	if after[kernelThreads].Name == "kthreadd" { // in a container it is anybody
		families = append(families, kernelThreads)
	}
	id, _, all := after.Busiest(before, func(id int) bool {
		return kin.Helpers[id] || after.Descends(id, families)
	})
	f.neighbour, f.others = fmt.Sprintf("%s (pid %d)", after[id].Name, id), all
}

// per is a time per second of the step.
func (f *figures) per(d time.Duration) float64 {
	if f.elapsed <= 0 {
		return 0
	}
	return max(d.Seconds()/f.elapsed.Seconds(), 0)
}
