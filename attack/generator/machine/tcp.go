package machine

import (
	"encoding/hex"
	"io/fs"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Socket is a TCP socket that listens or is connected.
type Socket struct {
	Local, Remote netip.AddrPort
	Listens       bool
	Inode         string
}

// ReadTCP reads /proc/net/tcp and tcp6.
func ReadTCP(root fs.FS) []Socket {
	return append(parseTCP(read(root, "proc/net/tcp")), parseTCP(read(root, "proc/net/tcp6"))...)
}

// The states of proc_net_tcp(5) that matter.
const (
	stateEstablished = "01"
	stateListen      = "0A"
)

// parseTCP reads lines of "slot local remote state … inode …"; the first is a title.
func parseTCP(text string) (out []Socket) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 10 || fields[3] != stateEstablished && fields[3] != stateListen {
			continue
		}
		local, ok1 := parseEnd(fields[1])
		remote, ok2 := parseEnd(fields[2])
		if ok1 && ok2 {
			out = append(out, Socket{Local: local, Remote: remote, Listens: fields[3] == stateListen, Inode: fields[9]})
		}
	}
	return out
}

// parseEnd reads "0100007F:1F90": an address in words of four bytes, each with
// the last byte first, and a port.
func parseEnd(text string) (netip.AddrPort, bool) {
	host, port, _ := strings.Cut(text, ":")
	bytes, err := hex.DecodeString(host)
	n, err2 := strconv.ParseUint(port, 16, 16)
	if err != nil || err2 != nil || len(bytes)%4 != 0 {
		return netip.AddrPort{}, false
	}
	for word := range slices.Chunk(bytes, 4) {
		slices.Reverse(word)
	}
	address, ok := netip.AddrFromSlice(bytes)
	return netip.AddrPortFrom(address.Unmap(), uint16(n)), ok
}

// UnixListener is a unix socket that takes connections.
type UnixListener struct{ Path, Inode string }

// ReadUnix reads /proc/net/unix.
func ReadUnix(root fs.FS) (out []UnixListener) {
	const accepts = "00010000" // __SO_ACCEPTCON
	for line := range strings.Lines(read(root, "proc/net/unix")) {
		if fields := strings.Fields(line); len(fields) >= 8 && fields[3] == accepts {
			out = append(out, UnixListener{Path: fields[7], Inode: fields[6]})
		}
	}
	return out
}

// Holdings are the inodes of the sockets that a process holds.
type Holdings map[string]bool

// ReadHoldings gives those of all processes by id; nil for one that may not be
// looked into, or that lives in another network.
func ReadHoldings(root fs.FS) map[int]Holdings {
	all := map[int]Holdings{}
	own, _ := fs.ReadLink(root, "proc/self/ns/net")
	entries, _ := fs.ReadDir(root, "proc")
	for _, entry := range entries {
		id, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		dir := "proc/" + entry.Name()
		network, err := fs.ReadLink(root, dir+"/ns/net")
		files, err2 := fs.ReadDir(root, dir+"/fd")
		if err != nil || err2 != nil || network != own {
			all[id] = nil
			continue
		}
		all[id] = holdings(root, dir+"/fd", files)
	}
	return all
}

func holdings(root fs.FS, dir string, files []fs.DirEntry) Holdings {
	held := Holdings{}
	for _, file := range files {
		target, _ := fs.ReadLink(root, dir+"/"+file.Name())
		if inode, ok := strings.CutPrefix(target, "socket:["); ok {
			held[strings.TrimSuffix(inode, "]")] = true
		}
	}
	return held
}
