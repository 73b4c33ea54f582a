package limits

import (
	"fmt"
	"math"
	"strconv"

	"loadline/attack/record"
)

// Quantities as the formats write them. All round up: what is given must hold
// the headroom. They are called only where Resources is not nil.

func (l Limit) milliCPU() int64 { return max(1, int64(math.Ceil(l.Resources.CPUCores*1000))) }

// CPUPercent is systemd's CPUQuota: 100 is one core.
func (l Limit) CPUPercent() int64 { return (l.milliCPU() + 9) / 10 }

// CPUs is in cores with three decimals.
func (l Limit) CPUs() string { return fmt.Sprintf("%.3f", float64(l.milliCPU())/1000) }

// KubernetesCPU is in thousandths of a core.
func (l Limit) KubernetesCPU() string { return fmt.Sprintf("%dm", l.milliCPU()) }

// MemoryMiB is the memory in MiB.
func (l Limit) MemoryMiB() int64 { return (l.Resources.MemoryBytes + 1<<20 - 1) >> 20 }

// MemoryMaxMiB is where systemd kills: a tenth above MemoryHigh, where it
// only slows allocations down.
func (l Limit) MemoryMaxMiB() int64 { return (l.MemoryMiB()*11 + 9) / 10 }

// KubernetesMemory is in MiB.
func (l Limit) KubernetesMemory() string { return fmt.Sprintf("%dMi", l.MemoryMiB()) }

// Tasks bounds threads and processes: twice the threads that were seen, and
// room for a runtime that starts a few more.
func (l Limit) Tasks() int64 { return max(64, 2*l.Threads) }

// ScaleAt is the in-flight requests for each pod at which an autoscaler adds
// one: three quarters of the limit, so that it does before a pod refuses.
func (v view) ScaleAt() string {
	return strconv.FormatFloat(0.75*float64(v.Share.Each), 'f', -1, 64)
}

// ScaleAtQuantity is ScaleAt as a Kubernetes quantity.
func (v view) ScaleAtQuantity() string {
	if v.Share.Each%4 == 0 {
		return v.ScaleAt()
	}
	return fmt.Sprintf("%dm", 750*v.Share.Each)
}

// RatePerSecond is the recommended load, "" where unknown.
func (l Limit) RatePerSecond() string {
	if l.Rate == nil {
		return ""
	}
	return strconv.FormatFloat(*l.Rate, 'g', 6, 64)
}

// cloudRunSize is a number of cores that Cloud Run sells, and the least memory it wants with it.
type cloudRunSize struct{ CPU, MemoryMiB int64 }

var cloudRunSizes = []cloudRunSize{{1, 512}, {2, 512}, {4, 2048}, {6, 4096}, {8, 4096}}

// CloudRun is the smallest size that holds the resources; nil where none does
// or they are unknown.
func (l Limit) CloudRun() *cloudRunSize {
	if l.Resources == nil || l.MemoryMiB() > 32<<10 {
		return nil
	}
	for _, size := range cloudRunSizes {
		if size.CPU*1000 >= l.milliCPU() {
			return &cloudRunSize{size.CPU, max(size.MemoryMiB, l.MemoryMiB())}
		}
	}
	return nil
}

// checkResources refuses what no machine has.
func checkResources(r *record.ResourceAdvice) error {
	if r == nil {
		return nil
	}
	if !(r.CPUCores > 0 && r.CPUCores <= 1e5) {
		return fmt.Errorf("resources: %v CPU cores: want more than 0, at most 100000", r.CPUCores)
	}
	if r.MemoryBytes < 1 || r.MemoryBytes > 1<<50 {
		return fmt.Errorf("resources: %d bytes of memory: want 1 to %d", r.MemoryBytes, int64(1)<<50)
	}
	return nil
}
