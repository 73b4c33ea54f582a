//go:build !linux

package wire

// Capture is not to be had on this system.
type Capture struct{}

// Start fails with ErrUnsupported.
func Start(int) (*Capture, error) { return nil, ErrUnsupported }

// Stop has nothing to give.
func (*Capture) Stop() ([]Exchange, error) { return nil, ErrUnsupported }
