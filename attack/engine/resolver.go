package engine

import "context"

// Resolver finds the addresses of a host; net.Resolver is one.
type Resolver interface {
	LookupHost(ctx context.Context, host string) (addrs []string, err error)
}
