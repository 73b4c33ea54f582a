//go:build !linux

package pace

// Where nothing better is known, both precise ways are the runtime's timer.
type (
	thread struct{ Plain }
	timer  struct{ Plain }
)
