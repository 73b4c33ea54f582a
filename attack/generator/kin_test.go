package generator

import (
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"slices"
	"testing"
	"testing/fstest"
)

// processes is a machine on which each process holds these sockets.
func processes(holds map[int][]string) fstest.MapFS {
	link := func(to string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777}
	}
	listens := func(port, inode int) string {
		return fmt.Sprintf("0: 0100007F:%04X 00000000:0000 0A 0:0 0:0 0 0 0 %d 1\n", port, inode)
	}
	root := fstest.MapFS{
		"proc/self/ns/net": link("net:[1]"),
		"proc/net/tcp":     {Data: []byte("title\n" + listens(8080, 1) + listens(5432, 2) + "1: 0100007F:9000 0100007F:1538 01 0:0 0:0 0 0 0 3 1\n")},
		"proc/net/unix":    {Data: []byte("title\n0: 2 0 00010000 0001 01 4 /run/app.sock\n0: 2 0 00010000 0001 01 5 /run/other.sock\n")},
	}
	for id, inodes := range holds {
		dir := fmt.Sprintf("proc/%d/", id)
		root[dir+"ns/net"] = link("net:[1]")
		root[dir+"fd/0"] = link("/dev/null")
		for _, inode := range inodes {
			root[dir+"fd/1"+inode] = link("socket:[" + inode + "]")
		}
	}
	return root
}

func TestFindKin(t *testing.T) {
	at := []netip.AddrPort{netip.MustParseAddrPort("127.0.0.1:8080")}
	holds := map[int][]string{10: {"1"}, 11: {"1", "3"}, 12: {"2"}, 13: {"4"}, 14: {"9"}, 15: nil}
	for _, tt := range []struct {
		name      string
		addresses []netip.AddrPort
		paths     []string
		service   []int
	}{
		{"by port", at, nil, []int{10, 11}},
		{"by path", nil, []string{"/run/app.sock"}, []int{13}},
		{"nobody listens", []netip.AddrPort{netip.MustParseAddrPort("127.0.0.1:81")}, nil, nil},
		{"on another address", []netip.AddrPort{netip.MustParseAddrPort("127.0.0.2:8080")}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			kin := FindKin(processes(holds), tt.addresses, tt.paths)
			slices.Sort(kin.Service)
			if !slices.Equal(kin.Service, tt.service) {
				t.Errorf("service %v, want %v", kin.Service, tt.service)
			}
			for id, helps := range map[int]bool{10: true, 11: true, 12: true, 13: true, 14: false, 15: false} {
				if kin.Helpers[id] != helps {
					t.Errorf("process %d may help: %v, want %v", id, kin.Helpers[id], helps)
				}
			}
		})
	}
}

// A service that is a part of this process, as in a test, is no stranger to
// anything that runs beside.
func TestOwnServiceHasNoKin(t *testing.T) {
	at := []netip.AddrPort{netip.MustParseAddrPort("127.0.0.1:8080")}
	if kin := FindKin(processes(map[int][]string{os.Getpid(): {"1"}}), at, nil); len(kin.Service) != 0 {
		t.Errorf("%+v", kin)
	}
}
