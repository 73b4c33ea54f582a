package poll

import "net/netip"

// Address is where a connection leads: to a TCP port, or to the unix socket at Path.
type Address struct {
	TCP  netip.AddrPort
	Path string
}

// String is the address as results show it.
func (a Address) String() string {
	if a.Path != "" {
		return a.Path
	}
	return a.TCP.String()
}
