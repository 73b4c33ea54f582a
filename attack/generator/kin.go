package generator

import (
	"io/fs"
	"net/netip"
	"os"
	"slices"

	"loadline/attack/generator/machine"
)

// Kin are the processes that the service on this machine consists of, or may.
type Kin struct {
	Service []int        // with all that descend from them; none: not known
	Helpers map[int]bool // without those
}

// FindKin finds the processes that listen where the service is reached (TCP
// addresses, and paths of unix sockets), and those that may work for them:
// whoever has a TCP socket, takes connections, or cannot be looked into. What
// is left, as a compiler or a backup, is nobody's helper for sure. Nobody is
// found where the service is a part of this process.
func FindKin(root fs.FS, addresses []netip.AddrPort, paths []string) Kin {
	helps, serves := map[string]bool{}, map[string]bool{} // sockets, by inode
	for _, s := range machine.ReadTCP(root) {
		helps[s.Inode], serves[s.Inode] = true, s.Listens && takes(s.Local, addresses)
	}
	for _, l := range machine.ReadUnix(root) {
		helps[l.Inode], serves[l.Inode] = true, slices.Contains(paths, l.Path)
	}
	kin := Kin{Helpers: map[int]bool{}}
	for id, sockets := range machine.ReadHoldings(root) {
		if holdsAny(sockets, serves) {
			kin.Service = append(kin.Service, id)
		}
		if sockets == nil || holdsAny(sockets, helps) {
			kin.Helpers[id] = true
		}
	}
	if slices.Contains(kin.Service, os.Getpid()) {
		return Kin{}
	}
	return kin
}

// takes says whether a listening socket takes connections to one of the addresses.
func takes(listens netip.AddrPort, addresses []netip.AddrPort) bool {
	return slices.ContainsFunc(addresses, func(to netip.AddrPort) bool {
		at := listens.Addr()
		return listens.Port() == to.Port() && (at == to.Addr() || at.IsUnspecified())
	})
}

func holdsAny(sockets machine.Holdings, of map[string]bool) bool {
	for inode := range sockets {
		if of[inode] {
			return true
		}
	}
	return false
}
