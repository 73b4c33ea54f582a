//go:build !linux

package pace

// precise is the runtime's timer where nothing better is known.
type precise struct{ Plain }
