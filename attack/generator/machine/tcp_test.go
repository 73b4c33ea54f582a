package machine

import (
	"io/fs"
	"net/netip"
	"testing"
	"testing/fstest"
)

// link is a symbolic link in a file system of a test.
func link(to string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777}
}

func TestReadTCP(t *testing.T) {
	const title = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
	root := files(map[string]string{
		"proc/net/tcp": title +
			"   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0\n" +
			"   1: 0100007F:D431 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 20 4 30 10 -1\n" +
			"   2: 0100007F:1F90 0100007F:D433 06 00000000:00000000 03:00000FFF 00000000     0        0 0 3 0\n" +
			"   3: nonsense\n   4: 01:1 00:0 0A 0 0 0 0 0 0 9\n",
		"proc/net/tcp6": title +
			"   0: 00000000000000000000000001000000:0050 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0 0 4713 1\n",
	})
	want := []Socket{
		{Local: netip.MustParseAddrPort("127.0.0.1:8080"), Remote: netip.MustParseAddrPort("0.0.0.0:0"), Listens: true, Inode: "4711"},
		{Local: netip.MustParseAddrPort("127.0.0.1:54321"), Remote: netip.MustParseAddrPort("127.0.0.1:8080"), Inode: "4712"},
		{Local: netip.MustParseAddrPort("[::1]:80"), Remote: netip.MustParseAddrPort("[::]:0"), Listens: true, Inode: "4713"},
	}
	got := ReadTCP(root)
	if len(got) != len(want) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}

func TestReadUnix(t *testing.T) {
	root := files(map[string]string{"proc/net/unix": "Num       RefCount Protocol Flags    Type St Inode Path\n" +
		"0000000000000000: 00000002 00000000 00010000 0001 01 15 /run/service.sock\n" +
		"0000000000000000: 00000003 00000000 00000000 0001 03 16 /run/service.sock\n" +
		"0000000000000000: 00000003 00000000 00000000 0001 03 17\n"})
	if got := ReadUnix(root); len(got) != 1 || got[0] != (UnixListener{"/run/service.sock", "15"}) {
		t.Errorf("%+v", got)
	}
}

func TestReadHoldings(t *testing.T) {
	root := fstest.MapFS{
		"proc/self/ns/net": link("net:[1]"),
		"proc/7/ns/net":    link("net:[1]"), "proc/7/fd/0": link("/dev/null"), "proc/7/fd/3": link("socket:[15]"),
		"proc/8/ns/net": link("net:[2]"), "proc/8/fd/3": link("socket:[16]"),
		"proc/9/stat": &fstest.MapFile{},
	}
	got := ReadHoldings(root)
	if len(got) != 3 || len(got[7]) != 1 || !got[7]["15"] {
		t.Errorf("%+v", got)
	}
	if got[8] != nil || got[9] != nil {
		t.Errorf("in another network %+v, closed to us %+v: neither can be told", got[8], got[9])
	}
}
