package machine

import (
	"io/fs"
	"strconv"
	"strings"
)

// Sockets are the machine's TCP sockets.
type Sockets struct {
	InUse    int
	TimeWait int // closed, and holding their port for a minute
}

// ReadSockets reads /proc/net/sockstat and sockstat6. The kernel counts
// waiting sockets of both families in the first.
func ReadSockets(root fs.FS) Sockets {
	sockets := parseSockstat(read(root, "proc/net/sockstat"), "TCP:")
	sockets.InUse += parseSockstat(read(root, "proc/net/sockstat6"), "TCP6:").InUse
	return sockets
}

// parseSockstat reads lines of "TCP: inuse 1 orphan 0 tw 0 …".
func parseSockstat(text, family string) (s Sockets) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] != family {
			continue
		}
		for i := 1; i+1 < len(fields); i += 2 {
			switch n := count(fields[i+1]); fields[i] {
			case "inuse":
				s.InUse = n
			case "tw":
				s.TimeWait = n
			}
		}
	}
	return s
}

// count is a number from 0 to a billion; 0 where the text is none.
func count(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return min(n, 1e9)
}

// ReadPorts is how many local ports a connection to one address can come from; 0: unknown.
func ReadPorts(root fs.FS) int {
	return parsePorts(read(root, "proc/sys/net/ipv4/ip_local_port_range"))
}

// parsePorts reads "first last", both included.
func parsePorts(text string) int {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return 0
	}
	first, last := count(fields[0]), count(fields[1])
	if first == 0 || last > 65535 || last < first {
		return 0
	}
	return last - first + 1
}

// ReadDescriptors is how many descriptors this process holds, that of the look itself included; 0: unknown.
func ReadDescriptors(root fs.FS) int {
	entries, _ := fs.ReadDir(root, "proc/self/fd")
	return len(entries)
}
