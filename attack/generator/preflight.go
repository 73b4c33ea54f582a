package generator

import (
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"loadline/attack/generator/machine"
)

// Demand is what a run will ask of the machine.
type Demand struct {
	Root      fs.FS   // the machine's files; nil: those at "/"
	InFlight  int     // requests at once, and so connections
	KeepAlive bool    // connections are used again
	Rate      float64 // requests per second at most; 0: unknown
}

const (
	otherFiles = 64 // descriptors for everything but connections
	timeWait   = 60 // seconds for which Linux keeps the port of a closed connection
)

// Preflight raises the limit of open files as far as this process may, and
// says in words what will not suffice all the same, each with what to do.
func Preflight(d Demand) []string {
	if d.Root == nil {
		d.Root = os.DirFS("/")
	}
	warnings := descriptorDoubts(d, raiseFiles())
	return append(warnings, portDoubts(d, machine.ReadPorts(d.Root), machine.ReadSockets(d.Root))...)
}

// raiseFiles gives the limit of open files that is then in force; 0: unknown.
func raiseFiles() uint64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	raised := unix.Rlimit{Cur: limit.Max, Max: limit.Max}
	if limit.Cur < limit.Max && unix.Setrlimit(unix.RLIMIT_NOFILE, &raised) == nil {
		return raised.Cur
	}
	return limit.Cur
}

func descriptorDoubts(d Demand, limit uint64) []string {
	need := uint64(max(d.InFlight, 0) + otherFiles)
	if limit == 0 || need <= limit {
		return nil
	}
	return []string{fmt.Sprintf("up to %d connections are wanted and this process may open %d files; "+
		"raise the limit with ulimit -n %d, or lower --max-in-flight", d.InFlight, limit, need)}
}

func portDoubts(d Demand, ports int, sockets machine.Sockets) []string {
	if ports == 0 {
		return nil
	}
	free := max(ports-sockets.TimeWait, 0)
	switch {
	case d.InFlight > free:
		return []string{fmt.Sprintf("up to %d connections are wanted and %d local ports are free (%d wait out closed connections); "+
			"wait a minute, widen net.ipv4.ip_local_port_range, or lower --max-in-flight", d.InFlight, free, sockets.TimeWait)}
	case !d.KeepAlive && d.Rate*timeWait > float64(free):
		return []string{fmt.Sprintf("without keep-alive %.4g requests a second use up the %d free local ports within %d seconds "+
			"where this side closes the connections; set net.ipv4.tcp_tw_reuse=1, or keep connections alive", d.Rate, free, timeWait)}
	}
	return nil
}
