package attack

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"loadline/attack/engine"
	"loadline/attack/generator"
	"loadline/targets"
)

// where is where the service is reached, as far as that can be told.
type where struct {
	addresses []netip.AddrPort
	paths     []string // of unix sockets
	remote    bool     // certainly on another machine
}

// lookUpWithin bounds how long it may take to find out.
const lookUpWithin = 2 * time.Second

// locate finds where the requests of a mix go. Through a proxy nothing can be told.
func locate(ctx context.Context, o *engine.Options, mix *targets.Mix) (w where) {
	if o.UnixSocket != "" {
		return where{paths: []string{o.UnixSocket}}
	}
	if o.Proxy != nil {
		return w
	}
	ctx, cancel := context.WithTimeout(ctx, lookUpWithin)
	defer cancel()
	for i := range mix.Requests {
		for _, address := range addressesOf(ctx, o, mix.Requests[i].URL) {
			if !slices.Contains(w.addresses, address) {
				w.addresses = append(w.addresses, address)
			}
		}
	}
	w.remote = len(w.addresses) > 0 && !slices.ContainsFunc(w.addresses, mayBeHere())
	return w
}

// addressesOf gives the addresses that a URL leads to; none where that is not found out.
func addressesOf(ctx context.Context, o *engine.Options, text string) (out []netip.AddrPort) {
	dialled := authority(text)
	host, port, err := net.SplitHostPort(cmp.Or(o.ConnectTo[dialled], dialled))
	if err != nil {
		return nil
	}
	var resolver engine.Resolver = net.DefaultResolver
	if o.Resolver != nil {
		resolver = o.Resolver
	}
	hosts := []string{host}
	if _, err := netip.ParseAddr(host); err != nil {
		hosts, _ = resolver.LookupHost(ctx, host)
	}
	for _, host := range hosts {
		if address, err := netip.ParseAddrPort(net.JoinHostPort(host, port)); err == nil {
			out = append(out, netip.AddrPortFrom(address.Addr().Unmap(), address.Port()))
		}
	}
	return out
}

// authority is the "host:port" of a URL; "" where it is none.
func authority(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	return net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), map[string]string{"https": "443"}[u.Scheme], "80"))
}

// pointless is an error where a --connect-to stands for no URL of the mix, so
// that it would change nothing. Behind a proxy, or where redirects may lead
// anywhere, that cannot be told.
func pointless(o *engine.Options, mix *targets.Mix) error {
	if o.Proxy != nil || o.AnyOrigin && o.Redirects > 0 {
		return nil
	}
	asked := map[string]bool{}
	for i := range mix.Requests {
		asked[authority(mix.Requests[i].URL)] = true
	}
	for from := range o.ConnectTo {
		if !asked[from] {
			return fmt.Errorf("--connect-to %s: no URL leads there; they lead to %s", from, strings.Join(slices.Sorted(maps.Keys(asked)), ", "))
		}
	}
	return nil
}

// mayBeHere says of an address whether this machine may have it: it is one of
// its own, or a private one while some network of this machine is virtual, so
// that a container or virtual machine of its own may be behind it.
func mayBeHere() func(netip.AddrPort) bool {
	var own []netip.Addr
	interfaces, _ := net.Interfaces()
	virtual := false
	for _, one := range interfaces {
		virtual = virtual || one.Flags&net.FlagLoopback == 0 && !physical(one.Name)
		addresses, _ := one.Addrs()
		for _, address := range addresses {
			if prefix, err := netip.ParsePrefix(address.String()); err == nil {
				own = append(own, prefix.Addr())
			}
		}
	}
	return func(a netip.AddrPort) bool {
		ip := a.Addr().WithZone("")
		return ip.IsLoopback() || ip.IsUnspecified() || slices.Contains(own, ip) ||
			virtual && (ip.IsPrivate() || ip.IsLinkLocalUnicast())
	}
}

// physical says whether a device is behind a network interface.
func physical(name string) bool {
	_, err := os.Stat(filepath.Join("/sys/class/net", name, "device"))
	return err == nil
}

// found locates the service of a configuration when it is first asked for.
func found(c *Config) func(context.Context) where {
	var once sync.Once
	var at where
	return func(ctx context.Context) where {
		once.Do(func() { at = locate(ctx, &c.Options, c.Mix) })
		return at
	}
}

// kin gives the service's processes; see generator.FindKin.
func (w *where) kin() generator.Kin {
	if len(w.addresses)+len(w.paths) == 0 || w.remote {
		return generator.Kin{}
	}
	return generator.FindKin(os.DirFS("/"), w.addresses, w.paths)
}
