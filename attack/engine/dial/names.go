package dial

import (
	"context"
	"net"
	"slices"
	"sync"
	"time"

	"loadline/attack/engine"
)

// lookUp bounds a look-up that nobody waits for.
const lookUp = 5 * time.Second

// names are the hosts that were dialled.
type names struct {
	ctx      context.Context // of look-ups in the background
	resolver engine.Resolver
	ttl      time.Duration

	mu    sync.Mutex
	known map[string]*name
}

func (n *names) get(host string) *name {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known[host] == nil {
		n.known[host] = &name{ctx: n.ctx, host: host, resolver: n.resolver, ttl: n.ttl, first: make(chan struct{}, 1)}
	}
	return n.known[host]
}

// name is a host with its addresses, looked up when they are first wanted and
// again each time that their time to live is over.
type name struct {
	ctx      context.Context
	host     string
	resolver engine.Resolver
	ttl      time.Duration
	first    chan struct{} // held by whoever looks the name up while it has no addresses

	mu        sync.Mutex
	addresses []string
	avoided   map[string]bool
	turn      int
	expires   time.Time
	looking   bool
}

// inTurn is every address, beginning with the one whose turn it is; those
// that did not answer come last.
func (n *name) inTurn(ctx context.Context) ([]string, error) {
	if err := n.resolve(ctx); err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.refresh()
	good, bad := n.sorted()
	if len(good) > 0 {
		n.turn++
		i := n.turn % len(good)
		good = slices.Concat(good[i:], good[:i])
	}
	return append(good, bad...), nil
}

func (n *name) sorted() (good, bad []string) {
	for _, address := range n.addresses {
		if n.avoided[address] {
			bad = append(bad, address)
		} else {
			good = append(good, address)
		}
	}
	return good, bad
}

// resolve makes sure that there are addresses: one caller looks them up, the
// others wait for it.
func (n *name) resolve(ctx context.Context) error {
	select {
	case n.first <- struct{}{}:
		defer func() { <-n.first }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if n.resolved() {
		return nil
	}
	addresses, err := n.resolver.LookupHost(ctx, n.host)
	if err == nil && len(addresses) == 0 {
		err = &net.DNSError{Err: "no addresses", Name: n.host, IsNotFound: true}
	}
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.set(addresses)
	return nil
}

func (n *name) resolved() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.addresses != nil
}

func (n *name) set(addresses []string) {
	n.addresses, n.avoided = slices.Clone(addresses), map[string]bool{}
	n.expires = time.Now().Add(n.ttl)
}

// refresh looks an expired name up in the background; until then, and where
// that fails, the old addresses serve. The caller holds the lock.
func (n *name) refresh() {
	if n.ttl == 0 || n.looking || time.Now().Before(n.expires) {
		return
	}
	n.looking = true
	go func() {
		ctx, cancel := context.WithTimeout(n.ctx, lookUp)
		defer cancel()
		addresses, err := n.resolver.LookupHost(ctx, n.host)
		n.mu.Lock()
		defer n.mu.Unlock()
		n.looking = false
		if err != nil || len(addresses) == 0 {
			addresses = n.addresses
		}
		n.set(addresses)
	}()
}

func (n *name) avoid(address string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.avoided[address] = true
}

func (n *name) lost(address string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.refresh()
	return !slices.Contains(n.addresses, address)
}
